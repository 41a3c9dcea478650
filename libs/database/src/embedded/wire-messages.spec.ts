import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type Exchange, fatalErrorIn, readExchanges } from './wire-messages.js';

const PROTOCOL = 196_608;
const SSL_REQUEST = 80_877_103;
const CANCEL_REQUEST = 80_877_102;

describe(readExchanges.name, () => {
  const first = (code: number, rest = '') => {
    const message = Buffer.alloc(8 + rest.length, rest, 'latin1');
    message.writeInt32BE(message.length, 0);
    message.writeInt32BE(code, 4);
    message.write(rest, 8, 'latin1');
    return message;
  };
  const message = (type: string, text = '', length = 4 + text.length) => {
    const header = Buffer.alloc(5);
    header.write(type, 0, 'latin1');
    header.writeInt32BE(length, 1);
    return Buffer.concat([header, Buffer.from(text, 'latin1')]);
  };

  /** @returns the type and text of the messages of each exchange, and the answers to the client */
  const read = async (bytes: Buffer, chunk = bytes.length) => {
    const answers: string[] = [];
    const socket = new Duplex({
      read() {},
      write: (answer: Buffer, _encoding, done) => {
        answers.push(answer.toString());
        done();
      },
    });
    for (let at = 0; at < bytes.length; at += chunk) socket.push(bytes.subarray(at, at + chunk));
    socket.push(null);
    const exchanges: Exchange[] = [];
    for await (const exchange of readExchanges(socket as unknown as Socket))
      exchanges.push(exchange);
    const said = exchanges.map(({ messages, complete }) => ({
      messages: messages.map((each) => Buffer.from(each).toString('latin1').replaceAll('\0', '')),
      complete,
    }));
    return { said: said.slice(1), answers };
  };

  const CONVERSATION = Buffer.concat([
    first(SSL_REQUEST),
    first(PROTOCOL, 'user'),
    message('Q', 'SELECT 1'),
    message('P', 'SELECT 2'),
    message('B'),
    message('H'),
    message('E'),
    message('S'),
    message('X'),
    message('Q', 'nobody is there'),
  ]);

  it.each([1, 2, 3, 5, 7, CONVERSATION.length])(
    'yields the messages of a client until it terminates, even if bytes come %i at a time',
    async (chunk) => {
      const { said, answers } = await read(CONVERSATION, chunk);
      expect(answers).toEqual(['N']);
      expect(said).toEqual([
        { messages: [expect.stringMatching(/^Q.SELECT 1$/)], complete: true },
        {
          messages: [
            expect.stringMatching(/^P.SELECT 2$/),
            expect.stringMatching(/^B/),
            expect.stringMatching(/^H/),
          ],
          complete: false,
        },
        { messages: [expect.stringMatching(/^E/), expect.stringMatching(/^S/)], complete: true },
      ]);
    },
  );

  it('ends with a cancel request, which the embedded database does not support', async () => {
    const asked = await read(Buffer.concat([first(CANCEL_REQUEST, 'key'), message('Q', 'more')]));
    expect(asked).toEqual({ said: [], answers: [] });
  });

  it.each([
    ['shorter than the length field', 3],
    ['longer than any statement', 256 * 1024 * 1024],
    ['below zero', -1],
  ])('rejects a message with a length %s', async (_, length) => {
    const bytes = Buffer.concat([first(PROTOCOL, 'user'), message('Q', '', length)]);
    await expect(read(bytes)).rejects.toThrow('Not a message of PostgreSQL.');
  });

  it('yields an exchange only once its last message is complete', async () => {
    const bytes = Buffer.concat([first(PROTOCOL, 'user'), message('Q', 'SELECT')]);
    for (const missing of [1, 6, 7, 10]) {
      expect((await read(bytes.subarray(0, -missing))).said).toEqual([]);
    }
  });
});

describe(fatalErrorIn.name, () => {
  const error = (severity: string, message: string) => {
    const fields = `S${severity}\0V${severity}\0C53100\0M${message}\0Fxlog.c\0\0`;
    const head = Buffer.from('E\0\0\0\0');
    head.writeInt32BE(fields.length + 4, 1);
    return Buffer.concat([head, Buffer.from(fields)]);
  };
  const row = (text: string) => Buffer.from(`D\0\0\0\x20\0\x01\0\0\0\x14${text}`);

  it.each(['FATAL', 'PANIC'])('finds a %s after rows in the same response', (severity) => {
    const answer = Buffer.concat([row('Loon Cafe'), error(severity, 'could not write')]);
    expect(fatalErrorIn(answer)).toBe('could not write');
  });

  it('ignores other errors and similar text in rows', () => {
    expect(fatalErrorIn(error('ERROR', 'SPANIC VPANIC'))).toBeUndefined();
    expect(fatalErrorIn(row('SPANIC\\0VPANIC\\0'))).toBeUndefined();
    expect(fatalErrorIn(Buffer.alloc(0))).toBeUndefined();
  });
});
