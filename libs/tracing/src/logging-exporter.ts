import { Logger } from '@nestjs/common';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';

/** Result of an export. Code 0 is success (`ExportResultCode`). */
type Result = Parameters<Parameters<SpanExporter['export']>[1]>[0];

/** Logs once when exporting spans starts to fail and once when it works again. */
export class LoggingExporter implements SpanExporter {
  private readonly logger = new Logger('Tracing');
  private isFailing = false;

  constructor(private readonly exporter: SpanExporter) {}

  export(spans: ReadableSpan[], done: (result: Result) => void): void {
    this.exporter.export(spans, (result) => {
      this.log(result);
      done(result);
    });
  }

  async shutdown(): Promise<void> {
    await this.exporter.shutdown();
  }

  private log({ code, error }: Result): void {
    const isFailing = Number(code) !== 0;
    if (isFailing === this.isFailing) return;
    this.isFailing = isFailing;
    if (isFailing) {
      // If several addresses failed, Node reports only a code.
      const { message, code: reason }: NodeJS.ErrnoException = error ?? new Error('unknown');
      this.logger.warn(
        `Could not send traces. They are dropped until the collector responds: ${message || reason}.`,
      );
    } else {
      this.logger.log('Traces can be sent again.');
    }
  }
}
