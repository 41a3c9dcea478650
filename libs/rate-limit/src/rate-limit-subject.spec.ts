import type { FastifyRequest } from 'fastify';
import { clientAddress } from '#libs/http/src/client-address/client-address.js';
import { RequestContext } from '#libs/http/src/request-context.js';
import { addressBucket, RateLimitSubjects } from './rate-limit-subject.js';

describe(addressBucket.name, () => {
  it.each([
    ['192.0.2.7', 'address:192.0.2.7'],
    ['192.0.2.7:1234', 'address:192.0.2.7'],
    ['2001:db8:1:2:3::4', 'address:2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', 'address:2001:db8:1:2::/64'],
    ['nonsense', 'address:10.0.0.1'],
  ])('maps a client at %s to %s', (ip, bucket) => {
    const socket = { remoteAddress: '10.0.0.1' };
    expect(addressBucket(clientAddress({ ip, socket } as FastifyRequest))).toBe(bucket);
  });
});

describe(RateLimitSubjects.name, () => {
  it('keeps only the start of the key for the log', async () => {
    const verify = async () => ({ id: '1', limitPerHour: 5 });
    const request = {
      url: '/api/v1/businesses',
      headers: { 'x-api-key': 'mnbd_4fK2xYz0aSecretSecret' },
      routeOptions: {},
      context: new RequestContext(),
    } as unknown as FastifyRequest;
    await new RateLimitSubjects({ verify }).of(request);
    expect(request.context.keyStart).toBe('mnbd_4fK2x');
  });
});
