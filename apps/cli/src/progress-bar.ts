import { SingleBar } from 'cli-progress';

/** How far a piece of work is, on a terminal; nothing where the output goes elsewhere. */
export class ProgressBar {
  private readonly bar?: SingleBar;

  constructor(private readonly done: () => number) {
    if (!process.stderr.isTTY) return;
    this.bar = new SingleBar({
      format: '[{bar}] {percentage}%  {rows} rows  {eta_formatted} left',
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
    });
  }

  start(total: number): void {
    this.bar?.start(total, 0, { rows: 0 });
  }

  update(rows: number): void {
    this.bar?.update(this.done(), { rows });
  }

  stop(): void {
    this.bar?.stop();
  }
}
