import { SingleBar } from 'cli-progress';

/** A file being read. */
interface Reading {
  /** In bytes. */
  size: number;
  bytesRead(): number;
}

/** How far a file is read, on a terminal; nothing where the output goes elsewhere. */
export class ProgressBar {
  private readonly bar?: SingleBar;

  constructor(private readonly file: Reading) {
    if (!process.stderr.isTTY) return;
    this.bar = new SingleBar({
      format: '[{bar}] {percentage}%  {rows} rows  {eta_formatted} left',
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
    });
    this.bar.start(file.size, 0, { rows: 0 });
  }

  update(rows: number): void {
    this.bar?.update(this.file.bytesRead(), { rows });
  }

  stop(): void {
    this.bar?.stop();
  }
}
