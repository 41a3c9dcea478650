import type { FastifyRequest } from 'fastify';
import { RequestContext } from '#libs/http/src/request-context.js';
import { RateLimitSubjects } from './rate-limit-subject.js';

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
