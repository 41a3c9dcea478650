import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { Readable } from 'node:stream';
import { RequiresKey } from '#libs/http/src/access.js';
import { Environment } from '#libs/config/src/environment.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { sharedHeaders } from '#libs/http/src/openapi/api-success.js';
import { licenceLinks } from '#libs/http/src/licence-links.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { names } from '#libs/response-cache/src/entity-tag.js';
import { API_CACHING } from '#libs/response-cache/src/representation.js';
import { Slots } from '../slots.js';
import { type ByteRange, readRange } from './byte-range.js';
import type { ExportFile } from './export-file.js';
import { ExportsService, type OpenExport } from './exports.service.js';

const NDJSON = 'application/x-ndjson';
const MAX_SENT = 50;
const MAX_SENT_TO_KEY = 4;
/** Who has not read it by then goes on with Range; a connection without a byte ends much earlier. */
const LONGEST_SENDING_MS = 3_600_000;
/** At most that much of a file is read ahead of its reader. */
const READ_AHEAD = 256 * 1024;

const OF_FILE = ['Directory-Version', 'Changes-Cursor', 'Last-Modified', 'Accept-Ranges'] as const;
const content = {
  [NDJSON]: {
    schema: { type: 'string' as const, description: 'A `Business` in each line.' },
    example: '{"id":"0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11","slug":"loon-lake-bakery-duluth", …}\\n',
  },
};

@ApiTags('The whole directory')
@RequiresKey()
@Surface('api')
@Controller('api/v1/export')
export class ExportController {
  private readonly sent = new Slots({
    inAll: MAX_SENT,
    ofOneKey: MAX_SENT_TO_KEY,
    doing: 'are being sent exports',
    advice: 'Wait for one of them to end.',
  });

  constructor(
    private readonly exports: ExportsService,
    private readonly environment: Environment,
  ) {}

  @Get('businesses.ndjson')
  @ApiProduces(NDJSON)
  @ApiOperation({
    operationId: 'exportBusinesses',
    summary: 'Export all businesses',
    description:
      'All businesses of one version of the directory, of any `status`, in the order of their ids: a ' +
      'JSON object in each line, gzip-compressed. `Changes-Cursor` is where to go on with `GET ' +
      '/api/v1/changes`. The file of a new version is made when somebody asks for it; meanwhile the ' +
      'last one is sent, which is as useful: the changes after its cursor lead to the present. `Link` ' +
      'leads to the sources of the data, which you have to credit where their licences ask for it: a ' +
      'page, and the same as JSON at `GET /api/v1/attributions`.',
  })
  @ApiHeader({
    name: 'If-None-Match',
    required: false,
    description: 'The ETag of a file that you hold: 304 when it is still the last one.',
    schema: { type: 'string' },
    example: '"42-5d8e20f14b0c9a73"',
  })
  @ApiHeader({
    name: 'Range',
    required: false,
    description: 'One range of bytes of the compressed file, to go on where a transfer ended.',
    schema: { type: 'string' },
    example: 'bytes=1048576-',
  })
  @ApiHeader({
    name: 'If-Range',
    required: false,
    description: 'The ETag of the file that you have a part of. If it is gone, a whole one comes.',
    schema: { type: 'string' },
    example: '"42-5d8e20f14b0c9a73"',
  })
  @ApiResponse({
    status: 200,
    description: 'The file.',
    headers: sharedHeaders([...OF_FILE, 'Content-Encoding', 'Link']),
    content,
  })
  @ApiResponse({
    status: 206,
    description: 'The part of the file that was asked for.',
    headers: sharedHeaders([...OF_FILE, 'Content-Encoding', 'Content-Range', 'Link']),
    content,
  })
  @ApiResponse({
    status: 304,
    description: 'The file that you hold is still the last one. No body.',
    headers: sharedHeaders(['Directory-Version', 'Changes-Cursor', 'Last-Modified']),
  })
  @ApiResponse({ status: 409, description: 'Too many exports are being sent to this key.' })
  @ApiResponse({
    status: 416,
    description: 'The file has no such range; `Content-Range` tells its size.',
    headers: sharedHeaders(['Content-Range']),
  })
  async send(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    expectGzip(request);
    const open = await this.exports.open(ifRangeOf(request));
    try {
      if (isHeld(request, open.file)) {
        return void reply.status(304).headers(headersOf(open.file)).send();
      }
      const range = rangeOf(request, open);
      // Fastify would read all of a file to send nothing.
      const body =
        request.method === 'HEAD' ? Readable.from([]) : this.stream(open, range, request, reply);
      void reply
        .status(range ? 206 : 200)
        .headers({
          ...headersOf(open.file),
          ...headersOfPart(open, range),
          Link: licenceLinks(this.environment),
        })
        .send(body);
    } finally {
      if (!open.isBeingRead) await open.handle.close();
    }
  }

  /**
   * The bytes, whose file is closed when they are sent, or nobody wants them, or time is up.
   *
   * @throws ApiError when there are too many already
   */
  private stream(
    open: OpenExport,
    range: ByteRange | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Readable {
    const giveBack = this.sent.take(request.apiKey!.id);
    const stream = open.handle.createReadStream({ ...range, highWaterMark: READ_AHEAD });
    open.isBeingRead = true;
    const late = setTimeout(() => reply.raw.destroy(), LONGEST_SENDING_MS).unref();
    stream.once('close', () => {
      clearTimeout(late);
      giveBack();
    });
    return stream;
  }
}

/** Without the header any coding will do (RFC 9110, section 12.5.3). */
function expectGzip({ headers }: FastifyRequest): void {
  if (headers['accept-encoding'] === undefined) return;
  if (new Negotiator({ headers }).encoding(['gzip'])) return;
  throw new ApiError(
    'not_acceptable',
    'This file is kept gzip-compressed; send Accept-Encoding: gzip, or leave it out.',
  );
}

function headersOf(file: ExportFile) {
  return {
    ...API_CACHING,
    ETag: file.etag,
    'Last-Modified': file.changedAt.toUTCString(),
    'Directory-Version': file.version,
    'Changes-Cursor': file.cursor,
  };
}

/** RFC 9110, section 13.2.2: the date counts only without a tag. */
function isHeld({ headers }: FastifyRequest, file: ExportFile): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  if (tags !== undefined) return tags.trim() === '*' || names(tags, file.etag);
  return since !== undefined && since === file.changedAt.toUTCString();
}

/** A strong tag counts (RFC 9110, section 13.1.5), and no date: that does not tell versions apart. */
function ifRangeOf({ headers }: FastifyRequest): string | undefined {
  const ifRange = headers['if-range'];
  return ifRange === undefined ? undefined : String(ifRange).trim();
}

/** @throws ApiError `range_not_satisfiable` */
function rangeOf(request: FastifyRequest, { file, size }: OpenExport): ByteRange | undefined {
  const ifRange = ifRangeOf(request);
  if (ifRange !== undefined && ifRange !== file.etag) return undefined;
  const range = readRange(request.headers.range, size);
  if (range !== 'unsatisfiable') return range;
  throw new ApiError('range_not_satisfiable', `The file has ${size} bytes.`, {
    headers: { 'Content-Range': `bytes */${size}` },
  });
}

function headersOfPart({ size }: OpenExport, range: ByteRange | undefined) {
  return {
    'Content-Type': NDJSON,
    'Content-Encoding': 'gzip',
    'Content-Length': range ? range.end - range.start + 1 : size,
    'Accept-Ranges': 'bytes',
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
  };
}
