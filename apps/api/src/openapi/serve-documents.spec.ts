import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify } from 'fastify';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { serveDocuments } from './serve-documents.js';

const read = jest.fn();
jest.mock('node:fs/promises', () => ({ readFile: () => read() as unknown }));

describe(serveDocuments.name, () => {
  it('serves a file that could not be read before', async () => {
    const server = fastify();
    const app = {
      getHttpAdapter: () => ({ getInstance: () => server }),
      get: () => ({ count: async () => {} }),
    } as unknown as NestFastifyApplication;
    serveDocuments(app, loadEnvironment({}));
    read.mockRejectedValueOnce(Object.assign(new Error(), { code: 'EMFILE' }));
    read.mockResolvedValue(Buffer.from('content'));
    const answers = [];
    for (let i = 0; i < 3; i++) answers.push((await server.inject('/docs/docs.js')).statusCode);
    expect(answers).toEqual([500, 200, 200]);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
