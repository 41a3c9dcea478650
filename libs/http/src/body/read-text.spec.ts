import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { ApiError } from '../errors/api-error.js';
import { boundedUpload } from './bounded-upload.js';
import { readText } from './read-text.js';

const BODY_TIMEOUT = 30_000;
const LIMIT = 10;

function bodyOf(headers = {}): PassThrough & IncomingMessage {
  return Object.assign(new PassThrough(), { headers, complete: false }) as never;
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'read',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

describe(readText.name, () => {
  const read = (raw: IncomingMessage) => readText({ raw } as FastifyRequest, LIMIT);

  it('reads a body of the maximum size, with characters split between chunks', async () => {
    const raw = bodyOf();
    const text = read(raw);
    const bytes = Buffer.from('12345678é');
    raw.write(bytes.subarray(0, 9));
    raw.end(bytes.subarray(9));
    expect(await text).toBe('12345678é');
  });

  it('refuses another encoding than UTF-8', async () => {
    const raw = bodyOf();
    const text = codeOf(read(raw));
    raw.end(Buffer.from('café', 'latin1'));
    expect(await text).toBe('invalid_body');
  });

  it('refuses one byte more as soon as it arrives', async () => {
    const raw = bodyOf();
    const text = codeOf(read(raw));
    raw.write(Buffer.alloc(LIMIT + 1));
    expect(await text).toBe('payload_too_large');
  });

  it('refuses a body declared as too long before it arrives', async () => {
    const headers = { 'content-length': `${LIMIT + 1}` };
    expect(await codeOf(read(bodyOf(headers)))).toBe('payload_too_large');
  });

  it('stops at the deadline even if bytes keep arriving', async () => {
    const raw = bodyOf();
    const text = codeOf(read(raw));
    for (let i = 0; i < 6; i++) {
      raw.write('x');
      await jest.advanceTimersByTimeAsync(BODY_TIMEOUT / 6);
    }
    expect(await text).toBe('request_timeout');
  });

  it.each(['before', 'while'])('fails if the connection closes %s reading', async (when) => {
    const raw = bodyOf();
    if (when === 'before') raw.destroy();
    const text = codeOf(read(raw));
    raw.destroy();
    expect(await text).toBe('malformed_request');
  });
});

describe(boundedUpload.name, () => {
  const consume = async (stream: AsyncIterable<Buffer>) => {
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    return text;
  };

  it('continues while data arrives', async () => {
    const raw = bodyOf();
    const text = consume(boundedUpload(raw));
    for (let i = 0; i < 5; i++) {
      raw.write('x');
      await jest.advanceTimersByTimeAsync(BODY_TIMEOUT - 1);
    }
    raw.complete = true;
    raw.end();
    expect(await text).toBe('xxxxx');
  });

  it('fails when nothing arrives, and leaves the connection open for the response', async () => {
    const raw = bodyOf();
    const text = codeOf(consume(boundedUpload(raw)));
    raw.write('x');
    await jest.advanceTimersByTimeAsync(BODY_TIMEOUT);
    expect(await text).toBe('request_timeout');
    expect(raw.destroyed).toBe(false);
  });

  it('fails after an hour even if data keeps arriving, as over HTTP/2, where Node has no limit', async () => {
    const raw = bodyOf();
    const text = codeOf(consume(boundedUpload(raw)));
    for (let minutes = 0; minutes < 60; minutes += 0.25) {
      raw.write('x');
      await jest.advanceTimersByTimeAsync(15_000);
    }
    raw.complete = true;
    raw.end();
    expect(await text).toBe('request_timeout');
  });

  it('fails when the connection closes', async () => {
    const raw = bodyOf();
    const text = codeOf(consume(boundedUpload(raw)));
    raw.destroy();
    expect(await text).toBe('malformed_request');
  });

  it('does not crash the program if the upload is not read', async () => {
    const upload = boundedUpload(bodyOf());
    await jest.advanceTimersByTimeAsync(BODY_TIMEOUT);
    // An unhandled error would fail this spec.
    expect(upload.errored).toMatchObject({ code: 'request_timeout' });
  });
});
