import { Get, Req, Res, StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { open } from 'node:fs/promises';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { nothingAt } from '#libs/http/src/errors/to-api-error.js';
import { WebFiles } from '../pages/web-pages.decorator.js';
import { tagOf } from './street-archive.js';
import { STREETS_FILE } from './street-map.js';
import { StreetTiles } from './street-tiles.js';

const PMTILES = 'application/vnd.pmtiles';
/** Maximum bytes per response. Tiles and directories rarely take a tenth of it. */
const MAX_PART = 4 * 1024 * 1024;

/** Serves ranges of the operator's PMTiles file. */
@WebFiles('map', PMTILES)
export class StreetMapController {
  constructor(private readonly streets: StreetTiles) {}

  /** Draws on the file budget, because one view of the map loads about twenty ranges. */
  @Get(STREETS_FILE)
  @RouteConfig({ budget: 'file' })
  async part(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    if (!this.streets.file) throw nothingAt(request);
    const [first, last] = rangeOf(request.headers.range);
    const file = await open(this.streets.file);
    const stats = await file.stat();
    const { size } = stats;
    if (first >= size) {
      await file.close();
      throw new ApiError(
        'invalid_parameter',
        `The range starts after the end of the file, which has ${size} bytes.`,
      );
    }
    const end = Math.min(last, size - 1);
    void reply.status(206).headers({
      'Content-Range': `bytes ${first}-${end}/${size}`,
      'Cache-Control': 'public, max-age=86400',
      // Lets a client notice that the file was replaced.
      ETag: tagOf(stats),
    });
    return new StreamableFile(file.createReadStream({ start: first, end }), {
      type: PMTILES,
      length: end - first + 1,
    });
  }
}

/** @throws ApiError `malformed_request` */
function rangeOf(header: string | undefined): [first: number, last: number] {
  const match = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header ?? '');
  const first = Number(match?.[1]);
  const last = Number(match?.[2]);
  if (match && first <= last && last - first < MAX_PART) return [first, last];
  throw new ApiError('malformed_request', WITHOUT_RANGE);
}

const WITHOUT_RANGE = `Request a part of the map with the header Range: bytes=first-last. A part has at most ${MAX_PART} bytes.`;
