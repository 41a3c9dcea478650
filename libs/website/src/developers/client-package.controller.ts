import { Get, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';
import { nothingAt } from '#libs/http/src/errors/to-api-error.js';
import { WebFiles } from '../pages/web-pages.decorator.js';

const TYPE = 'application/gzip';
/** Output of `libs/client/build-package.mjs`. */
const PACKAGE = join(PROJECT_ROOT, 'dist/client.tgz');

/** Serves the npm package of the API's client, so that it fits this server. */
@WebFiles('developers', TYPE)
export class ClientPackageController {
  @Get('client.tgz')
  @RouteConfig({ budget: 'file' })
  async get(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const bytes = await readFile(PACKAGE).catch(() => undefined);
    // Only a build creates it.
    if (!bytes) throw nothingAt(request);
    void reply.headers({ 'Content-Type': TYPE, 'Cache-Control': 'public, max-age=3600' });
    return bytes;
  }
}
