import { fastify } from 'fastify';
import { PAGE } from './page.ts';

/** Bare Fastify, sending the same bytes. */
const app = fastify();
app.get('/api/v1/page', (_request, reply) => reply.type('application/json').send(PAGE));
process.send!(await app.listen({ port: 0, host: '127.0.0.1' }));
