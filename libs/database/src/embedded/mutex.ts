/** Lets one in at a time, in the order of asking. */
export class Mutex {
  private last: Promise<void> = Promise.resolve();

  /** @returns how to end the turn that has begun */
  async acquire(): Promise<() => void> {
    const before = this.last;
    let end!: () => void;
    this.last = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  }
}
