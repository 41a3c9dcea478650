import { pino } from 'pino';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { createAdapter } from '#libs/http/src/create-adapter.js';
import { addressBucket } from './bucket.js';

const PROXY = '10.0.0.1';
const CLIENT = '192.0.2.7';

describe(addressBucket.name, () => {
  async function bucketOf(
    trustProxy: string,
    forwardedFor: string,
    remoteAddress = PROXY,
  ): Promise<string> {
    const environment = loadEnvironment({ TRUST_PROXY: trustProxy });
    const app = createAdapter(environment, pino({ level: 'silent' })).getInstance();
    app.get('/', (request) => addressBucket(request));
    const headers = { 'x-forwarded-for': forwardedFor };
    return (await app.inject({ url: '/', headers, remoteAddress })).body;
  }

  it.each([
    ['false', CLIENT, PROXY],
    ['true', CLIENT, CLIENT],
    ['1', CLIENT, CLIENT],
    ['10.0.0.0/8', CLIENT, CLIENT],
    ['loopback', CLIENT, PROXY],
    ['192.168.0.0/16, 127.0.0.1', CLIENT, PROXY],
    // The client wrote the first entry itself; only the proxy's own is to be believed.
    ['1', `203.0.113.5, ${CLIENT}`, CLIENT],
    ['10.0.0.0/8', `203.0.113.5, ${CLIENT}, 10.0.0.9`, CLIENT],
  ])('with TRUST_PROXY=%s and X-Forwarded-For: %s is that of %s', async (trust, header, client) => {
    expect(await bucketOf(trust, header)).toBe(`address:${client}`);
  });

  it.each(['unknown', 'x'.repeat(5_000), '192.0.2.7:1234', ' '])(
    'is the proxy’s where that passes on %j',
    async (header) => {
      expect(await bucketOf('true', header)).toBe(`address:${PROXY}`);
    },
  );

  it('is an IPv6 client’s /64', async () => {
    expect(await bucketOf('false', CLIENT, '2001:db8:1:2:3::4')).toBe('address:2001:db8:1:2::/64');
  });
});
