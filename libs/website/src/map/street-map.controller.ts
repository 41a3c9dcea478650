import { Controller, Get, type OnModuleInit, Req, Res, StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController, ApiProduces } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FileHandle, open } from 'node:fs/promises';
import { Environment, EnvironmentError } from '#libs/config/src/environment.js';
import { Public } from '#libs/http/src/access.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { nothingAt } from '#libs/http/src/errors/to-api-error.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { IgnoresUnknownParameters } from '#libs/http/src/validation/unknown-parameters.interceptor.js';
import { STREETS_FILE } from './street-map.js';

const PMTILES = 'application/vnd.pmtiles';
/** First bytes of a PMTiles file: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
const MAGIC = Buffer.from('PMTiles\x03');
/** Maximum bytes per response. Tiles and directories rarely take a tenth of it. */
const MAX_PART = 4 * 1024 * 1024;

/** Serves ranges of the operator's PMTiles file. */
@ApiExcludeController()
@ApiProduces(PMTILES)
@Public()
@IgnoresUnknownParameters()
@Surface('page')
@Controller('map')
export class StreetMapController implements OnModuleInit {
  private readonly path: string | undefined;

  constructor({ MAP_PMTILES }: Environment) {
    if (MAP_PMTILES && !URL.canParse(MAP_PMTILES)) this.path = MAP_PMTILES;
  }

  /** @throws EnvironmentError when the file is not a readable PMTiles archive */
  async onModuleInit(): Promise<void> {
    if (this.path && !(await isPmtiles(this.path))) {
      throw new EnvironmentError(
        'MAP_PMTILES must be the path of a PMTiles file (version 3) that the program can read, or its URL.',
      );
    }
  }

  /** Draws on the file budget, because one view of the map loads about twenty ranges. */
  @Get(STREETS_FILE)
  @RouteConfig({ budget: 'file' })
  async part(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    if (!this.path) throw nothingAt(request);
    const [first, last] = rangeOf(request.headers.range);
    const file = await open(this.path);
    const { size, mtimeMs } = await file.stat();
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
      ETag: `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`,
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
  const [first, last] = [Number(match?.[1]), Number(match?.[2])];
  if (match && first <= last && last - first < MAX_PART) return [first, last];
  throw new ApiError('malformed_request', WITHOUT_RANGE);
}

const WITHOUT_RANGE = `Request a part of the map with the header Range: bytes=first-last. A part has at most ${MAX_PART} bytes.`;

async function isPmtiles(path: string): Promise<boolean> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { buffer } = await file.read({ buffer: Buffer.alloc(MAGIC.length) });
    return buffer.equals(MAGIC);
  } catch {
    return false;
  } finally {
    await file?.close();
  }
}
