import { fastify } from 'fastify';
import { BODY } from './body.ts';

/** Bare Fastify, sending the same bytes. */
const app = fastify();
app.get('/api/v1/businesses', (_request, reply) => reply.type('application/json').send(BODY));
process.send!(await app.listen({ port: 0, host: '127.0.0.1' }));
