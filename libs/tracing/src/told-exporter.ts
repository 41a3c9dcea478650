import { Logger } from '@nestjs/common';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';

/** What an exporter says of a batch; 0 is success (`ExportResultCode`). */
type Result = Parameters<Parameters<SpanExporter['export']>[1]>[0];

/** Has the log say when spans can be sent no more and when they can again, and not each time. */
export class ToldExporter implements SpanExporter {
  private readonly logger = new Logger('Tracing');
  private isFailing = false;

  constructor(private readonly exporter: SpanExporter) {}

  export(spans: ReadableSpan[], done: (result: Result) => void): void {
    this.exporter.export(spans, (result) => {
      this.tell(result);
      done(result);
    });
  }

  async shutdown(): Promise<void> {
    await this.exporter.shutdown();
  }

  private tell({ code, error }: Result): void {
    const isFailing = Number(code) !== 0;
    if (isFailing === this.isFailing) return;
    this.isFailing = isFailing;
    if (isFailing) {
      // Of several addresses that all failed, Node tells only the code.
      const { message, code: reason }: NodeJS.ErrnoException = error ?? new Error('unknown');
      this.logger.warn(
        `Traces cannot be sent, and are dropped until they can: ${message || reason}.`,
      );
    } else {
      this.logger.log('Traces can be sent again.');
    }
  }
}
