import { Get, Param, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { nothingAt } from '#libs/http/src/errors/to-api-error.js';
import { chooseCoding, type ContentCoding } from '#libs/response-cache/src/content-coding.js';
import { WebFiles } from '../pages/web-pages.decorator.js';
import { ASSETS_FOLDER } from './assets.js';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const SPECULATION_RULES = 'application/speculationrules+json';

const ENDINGS: Record<ContentCoding, string> = { br: '.br', gzip: '.gz', identity: '' };

/** Serves the files that `libs/website/build-assets.mjs` built and compressed. */
@WebFiles('assets', ...Object.values(TYPES), SPECULATION_RULES)
export class AssetsController {
  private readonly names = new Set(namesOfAssets());

  @Get(':name')
  @RouteConfig({ budget: 'file' })
  get(
    @Param('name') name: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    if (!this.names.has(name)) throw nothingAt(request);
    const coding = chooseCoding(request.headers['accept-encoding']);
    const type = name.startsWith('speculation-rules') ? SPECULATION_RULES : TYPES[extname(name)]!;
    void reply.headers({
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(coding !== 'identity' && { 'Content-Encoding': coding }),
    });
    return readFile(join(ASSETS_FOLDER, name + ENDINGS[coding]));
  }
}

function namesOfAssets(): string[] {
  try {
    return readdirSync(ASSETS_FOLDER).filter(
      (name) => extname(name) in TYPES && name !== 'manifest.json',
    );
  } catch {
    return [];
  }
}
