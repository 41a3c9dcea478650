import { SingleBar } from 'cli-progress';
import type { Source } from '#libs/imports/src/source/open-source.js';

/**
 * Shows the progress of reading a file on a terminal. Shows nothing if the output is redirected.
 */
export class ProgressBar {
  private readonly bar?: SingleBar;
  private readonly began?: number;

  constructor(private readonly file: Pick<Source, 'size' | 'bytesRead'>) {
    if (!process.stderr.isTTY) return;
    this.bar = new SingleBar({
      format: '[{bar}] {percentage} %  {rows} rows  {left} left',
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
    });
    this.bar.start(file.size, 0, { rows: 0, left: '…' });
    this.began = performance.now();
  }

  update(rows: number): void {
    if (!this.bar) return;
    const bytesRead = this.file.bytesRead();
    const elapsedMs = performance.now() - this.began!;
    this.bar.update(bytesRead, { rows, left: timeLeft(bytesRead, this.file.size, elapsedMs) });
  }

  stop(): void {
    this.bar?.stop();
  }
}

/**
 * Estimates the remaining time from the speed so far, such as "5 s" or "2 min", or "…" if it is
 * unknown.
 */
export function timeLeft(bytesRead: number, size: number, elapsedMs: number): string {
  if (bytesRead === 0) return '…';
  const seconds = Math.ceil(((size - bytesRead) / bytesRead) * (elapsedMs / 1000));
  if (seconds < 100) return `${Math.max(seconds, 0)} s`;
  return `${Math.round(seconds / 60)} min`;
}
