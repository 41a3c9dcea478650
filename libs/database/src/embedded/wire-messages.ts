import type { Socket } from 'node:net';

/** Messages that a client sends together before it waits for the response. */
export interface Exchange {
  messages: Uint8Array[];
  /** True if the server answers with ReadyForQuery (it does not after a Flush). */
  complete: boolean;
}

const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const CANCEL_REQUEST = 80_877_102;

const COMPLETING = ['Q', 'S', 'F'];
const FLUSH = 'H';
const TERMINATE = 'X';

/** Maximum length of a message, in bytes. Far more than any statement needs. */
const LONGEST_MESSAGE = 256 * 1024 * 1024;

/**
 * Reads the messages of a client (PostgreSQL documentation, chapter "Frontend/Backend Protocol"),
 * grouped into exchanges.
 */
export async function* readExchanges(socket: Socket): AsyncGenerator<Exchange> {
  let received = Buffer.alloc(0);
  let started = false;
  let messages: Uint8Array[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      // The first message has a length but no type.
      const at = started ? 1 : 0;
      if (received.length < at + 4) break;
      const end = at + received.readInt32BE(at);
      if (end < at + 4 || end > LONGEST_MESSAGE) throw new Error('Not a message of PostgreSQL.');
      if (received.length < end) break;
      const message = received.subarray(0, end);
      received = received.subarray(end);

      if (!started) {
        const request = message.readInt32BE(4);
        if (request === CANCEL_REQUEST) return;
        if (request === SSL_REQUEST || request === GSS_REQUEST) {
          socket.write('N');
          continue;
        }
        started = true;
        yield { messages: [message], complete: true };
        continue;
      }
      const type = String.fromCharCode(message[0]!);
      if (type === TERMINATE) return;
      messages.push(message);
      if (COMPLETING.includes(type) || type === FLUSH) {
        yield { messages, complete: type !== FLUSH };
        messages = [];
      }
    }
  }
}

/**
 * Severity fields with zero bytes. Values, names and commands never contain a zero byte, so these
 * occur only in errors.
 */
const SEVERITIES = ['SFATAL\0VFATAL\0', 'SPANIC\0VPANIC\0'].map((fields) => Buffer.from(fields));

/**
 * Returns the message of an error after which PostgreSQL ends the session (FATAL) or the whole
 * server (PANIC), if a response contains one. PGlite has only one session and does not end it, but
 * later statements may hang.
 */
export function fatalErrorIn(response: Buffer): string | undefined {
  const at = SEVERITIES.map((severity) => response.indexOf(severity)).find((index) => index >= 0);
  if (at === undefined) return undefined;
  // Each field is a letter followed by text. M is the message ("Error and Notice Message Fields").
  const fields = response.toString('utf8', at).split('\0');
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'unknown';
}
