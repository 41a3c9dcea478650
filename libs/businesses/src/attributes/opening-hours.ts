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
    const turnsBefore = this.turns.filter((turn) => turn <= minute).length;
    return turnsBefore % 2 === 1;
  }
}
