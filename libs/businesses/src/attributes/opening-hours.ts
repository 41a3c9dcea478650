/** When a business is open in a week. Equal ones are kept once, and judged once for all that have them. */
export class OpeningHours {
  /** Minutes since Monday 00:00 at which it opens and closes in turn. */
  private readonly turns: Uint16Array;

  /** @param multirange as PostgreSQL writes an int4multirange: `{[540,1020),[1980,2460)}` */
  constructor(multirange: string) {
    this.turns = Uint16Array.from(multirange.match(/\d+/g) ?? [], Number);
  }

  get areKnown(): boolean {
    return this.turns.length > 0;
  }

  /** @param minute since Monday 00:00 in Minnesota */
  isOpenAt(minute: number): boolean {
    const turnsBefore = this.turns.filter((turn) => turn <= minute).length;
    return turnsBefore % 2 === 1;
  }
}
