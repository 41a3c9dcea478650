import { pino } from 'pino';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { createAdapter } from '../create-adapter.js';
import { canonicalAddress, clientAddress, clientNetwork, wideNetwork } from './client-address.js';
const PROXY = '10.0.0.1';
const CLIENT = '192.0.2.7';

describe(canonicalAddress.name, () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    [' 192.0.2.7 ', '192.0.2.7'],
    ['192.0.2.7:1234', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:1234', '192.0.2.7'],
    ['2001:0DB8:0:0::0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[fe80::1%eth0]:443', 'fe80::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('reads %s as %s', (text, address) => {
    expect(canonicalAddress(text)).toBe(address);
  });

  it.each([
    undefined,
    '',
    'unknown',
    '_hidden',
    'localhost',
    '192.0.2.7:',
    '192.0.2.7:123456',
    '192.0.2.007',
    '192.0.2.7/24',
    '2001:db8::1]:80',
    '1.2.3',
    'x'.repeat(5_000),
  ])('rejects %s', (text) => {
    expect(canonicalAddress(text)).toBeUndefined();
  });
});

describe(clientAddress.name, () => {
  async function addressOf(trustProxy: string, forwardedFor: string, remoteAddress = PROXY) {
    const environment = loadEnvironment({ TRUST_PROXY: trustProxy });
    const app = createAdapter(environment, pino({ level: 'silent' })).getInstance();
    app.get('/', (request) => clientAddress(request));
    const headers = { 'x-forwarded-for': forwardedFor };
    return (await app.inject({ url: '/', headers, remoteAddress })).body;
  }

  it.each([
    ['false', PROXY, CLIENT, PROXY],
    ['true', PROXY, CLIENT, CLIENT],
    ['true', PROXY, `203.0.113.5, ${CLIENT}`, '203.0.113.5'],
    ['10.0.0.0/8', PROXY, CLIENT, CLIENT],
    ['loopback', PROXY, CLIENT, PROXY],
    ['uniquelocal', PROXY, CLIENT, CLIENT],
    ['192.168.0.0/16, 127.0.0.1', PROXY, CLIENT, PROXY],
    // The client wrote the first entry itself; only the proxy's entry can be trusted.
    ['10.0.0.0/8', PROXY, `203.0.113.5, ${CLIENT}, 10.0.0.9`, CLIENT],
    // An intermediate proxy may include the port, and is still recognized.
    ['10.0.0.0/8', PROXY, `203.0.113.5, ${CLIENT}:4711, 10.0.0.9:8080`, CLIENT],
    ['fd00::/8', 'fd00::1', `${CLIENT}, [fd00::9]:8080`, CLIENT],
    ['10.0.0.0/8', `::ffff:${PROXY}`, CLIENT, CLIENT],
  ])(
    'with TRUST_PROXY=%s, a connection from %s and X-Forwarded-For: %s, returns %s',
    async (trust, peer, header, client) => {
      expect(await addressOf(trust, header, peer)).toBe(client);
    },
  );

  it.each([
    [1, CLIENT, CLIENT],
    [1, `203.0.113.5, ${CLIENT}`, CLIENT],
    [2, `203.0.113.5, ${CLIENT}, 10.0.0.9`, CLIENT],
    [2, `198.51.100.1, 203.0.113.5, ${CLIENT}, 10.0.0.9`, CLIENT],
    [2, CLIENT, CLIENT],
    [3, `203.0.113.5, ${CLIENT}, 10.0.0.8, 10.0.0.9`, CLIENT],
  ])('with %i proxies and X-Forwarded-For: %s, returns %s', async (hops, header, client) => {
    expect(await addressOf(String(hops), header)).toBe(client);
  });

  it.each(['unknown', 'x'.repeat(5_000), '192.0.2.7:', ' '])(
    'returns the proxy’s address if the header is %j',
    async (header) => {
      expect(await addressOf('true', header)).toBe(PROXY);
    },
  );
});

describe(clientNetwork.name, () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['::1', '::1'],
    ['fe80::1%eth0', 'fe80::/64'],
  ])('maps %s to %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});

describe(wideNetwork.name, () => {
  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8::/48'],
    ['unknown', null],
  ])('maps %s to %s', (address, network) => {
    expect(wideNetwork(address)).toBe(network);
  });
});
