import { SpanKind } from '@opentelemetry/api';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DeliverySender } from '#libs/mail/src/deliveries/delivery-sender.js';
import { MailTransport } from '#libs/mail/src/transport/mail-transport.js';
import { end, type Spans } from './spans.js';

/**
 * Records a trace for each attempt to send an email. It is separate from the trace of the request
 * that caused the email, which was answered earlier, and contains the id of that request. It
 * contains neither the recipient nor the content.
 */
export function traceDeliveries(app: NestFastifyApplication, spans: Spans): void {
  const sender = app.get(DeliverySender, { strict: false });
  const send = sender.send.bind(sender);
  sender.send = async (delivery) => {
    const { kind, attempt, httpRequestId } = delivery;
    const span = spans.begin({
      name: `send ${kind}`,
      kind: SpanKind.INTERNAL,
      attributes: {
        'mail.kind': kind,
        'mail.attempt': attempt,
        ...(httpRequestId && { 'request.id': httpRequestId }),
      },
    });
    try {
      await spans.within(span, () => send(delivery));
    } finally {
      end(span);
    }
  };

  const transport = app.get(MailTransport, { strict: false });
  const handOver = transport.send.bind(transport);
  transport.send = async (mail, signal) => {
    const span = spans.beginChild({
      name: 'mail transport',
      kind: SpanKind.CLIENT,
      attributes: {},
    });
    let failure: unknown;
    try {
      await handOver(mail, signal);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      if (span) end(span, failure);
    }
  };
}
