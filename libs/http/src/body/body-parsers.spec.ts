import { fastify, type FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { registerBodyParsers } from './body-parsers.js';

const FORM = 'application/x-www-form-urlencoded';

describe(registerBodyParsers.name, () => {
  let server: FastifyInstance;

  beforeEach(() => {
    server = fastify();
    registerBodyParsers(server);
    server.setErrorHandler((error, _request, reply) =>
      reply.send(error instanceof ApiError ? error.code : error),
    );
    const count = ({ body }: { body: unknown }) => ({ fields: Object.keys(body as object).length });
    server.post('/form', { config: { body: 'form' } }, count);
    server.post('/long', { config: { body: 'form', formLimit: 10_000 } }, count);
    server.post('/json', count);
  });
  afterEach(() => server.close());

  const send = async (url: string, payload: string, type = FORM) =>
    (await server.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })).body;
  const formOf = (bytes: number) => 'a='.padEnd(bytes, 'x');
  const formWith = (fields: number) => Array.from({ length: fields }, (_, n) => `f${n}`).join('&');

  it.each([
    ['/form', 4_096],
    ['/long', 10_000],
  ])('accepts forms at %s of up to %i bytes', async (url, most) => {
    expect(await send(url, formOf(most))).toBe('{"fields":1}');
    expect(await send(url, formOf(most + 1))).toBe('payload_too_large');
  });

  it('accepts up to fifty fields', async () => {
    expect(await send('/form', formWith(50))).toBe('{"fields":50}');
    expect(await send('/form', formWith(51))).toBe('invalid_body');
  });

  it('accepts JSON of up to 64 kB', async () => {
    const jsonOf = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    expect(await send('/json', jsonOf(65_536), 'application/json')).toBe('{"fields":1}');
    expect(await send('/json', jsonOf(65_537), 'application/json')).toBe('payload_too_large');
  });

  it('refuses compressed bodies', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const { body } = await server.inject({ method: 'POST', url: '/json', payload: '{}', headers });
    expect(body).toBe('unsupported_media_type');
  });

  it.each([
    ['/form', 'application/json', '{}'],
    ['/json', FORM, 'a=1'],
    ['/json', 'text/csv', 'a'],
  ])('refuses at %s a body of type %s', async (url, type, payload) => {
    expect(await send(url, payload, type)).toBe('unsupported_media_type');
  });
});
