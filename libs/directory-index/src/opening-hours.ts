/**
 * Weekly opening hours. Equal hours are stored once and evaluated once for all businesses that
 * share them.
 */
export class OpeningHours {
  /** Minutes since Monday 00:00 at which the business opens and closes, alternating. */
  private readonly turns: Uint16Array;

  /** @param multirange int4multirange in PostgreSQL's notation: `{[540,1020),[1980,2460)}` */
  constructor(multirange: string) {
    this.turns = Uint16Array.from(multirange.match(/\d+/g) ?? [], Number);
  }

  get areKnown(): boolean {
    return this.turns.length > 0;
  }

  /** @param minute minutes since Monday 00:00 in Minnesota */
  isOpenAt(minute: number): boolean {
    return this.turnsUntil(minute) % 2 === 1;
  }

  /** Reports whether the business is open at some minute from `from` to before `to`. */
  isOpenBetween({ from, to }: { from: number; to: number }): boolean {
    return this.isOpenAt(from) || this.turnsUntil(to - 1) > this.turnsUntil(from);
  }

  private turnsUntil(minute: number): number {
    return this.turns.filter((turn) => turn <= minute).length;
  }
}
