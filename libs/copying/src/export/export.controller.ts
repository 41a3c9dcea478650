import { applyDecorators, Controller, Get, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { RequiresKey } from '#libs/http/src/access.js';
import { Environment } from '#libs/config/src/environment.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { sharedHeaders } from '#libs/http/src/openapi/api-success.js';
import { licenseLinks } from '#libs/http/src/link-headers.js';
import { names } from '#libs/response-cache/src/cached-response.js';
import { API_CACHING } from '#libs/response-cache/src/representation.js';
import { Slots } from '../slots.js';
import { type ByteRange, readRange } from './byte-range.js';
import type { ExportFile, ExportFormat } from './export-file.js';
import { ExportsService, type OpenExport } from './exports.service.js';

const MEDIA_TYPES = {
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
} as const satisfies Record<ExportFormat, string>;
const MAX_SENT = 50;
const MAX_SENT_TO_KEY = 4;
/**
 * Maximum duration of a transfer. Slower clients continue with Range. A connection without any
 * progress is closed much earlier.
 */
const LONGEST_SENDING_MS = 3_600_000;
/** Maximum number of bytes read ahead of a client. */
const READ_AHEAD = 256 * 1024;

const OF_FILE = [
  'Directory-Version',
  'Changes-Cursor',
  'Last-Modified',
  'Accept-Ranges',
  'Repr-Digest',
  'Link',
] as const;
const CONTENT = {
  ndjson: {
    schema: { type: 'string' as const, description: 'One `Business` per line.' },
    example: '{"id":"0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11","slug":"loon-lake-bakery-duluth", …}\\n',
  },
  parquet: { schema: { type: 'string' as const, format: 'binary' } },
};
const ETAG = { schema: { type: 'string' as const }, example: '"42-5d8e20f14b0c9a73"' };

/** Documents the requests and responses that the formats have in common. */
const ApiExport = (format: ExportFormat, operation: Parameters<typeof ApiOperation>[0]) => {
  const content = { [MEDIA_TYPES[format]]: CONTENT[format] };
  const headers = [...OF_FILE, ...(format === 'ndjson' ? (['Content-Encoding'] as const) : [])];
  return applyDecorators(
    ApiProduces(MEDIA_TYPES[format]),
    ApiOperation(operation),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'ETag of your file. The response is 304 if that is still the latest export.',
      ...ETAG,
    }),
    ApiHeader({
      name: 'Range',
      required: false,
      description: 'One byte range of the file as it is sent, to resume an interrupted transfer.',
      schema: { type: 'string' },
      example: 'bytes=1048576-',
    }),
    ApiHeader({
      name: 'If-Range',
      required: false,
      description:
        'ETag of the file that you have a part of. If it is gone, the whole new file is sent.',
      ...ETAG,
    }),
    ApiResponse({
      status: 200,
      description: 'The file.',
      headers: sharedHeaders(headers),
      content,
    }),
    ApiResponse({
      status: 206,
      description: 'The requested part of the file.',
      headers: sharedHeaders([...headers, 'Content-Range']),
      content,
    }),
    ApiResponse({ status: 304, description: 'Your file is still the latest export. No body.' }),
    ApiResponse({ status: 409, description: 'Too many exports are being sent to this key.' }),
    ApiResponse({
      status: 416,
      description: 'The range is outside the file. `Content-Range` contains its size.',
      headers: sharedHeaders(['Content-Range']),
    }),
  );
};

@ApiTags('The whole directory')
@RequiresKey()
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
  @ApiExport('ndjson', {
    summary: 'Export all businesses',
    description:
      'Returns all businesses of one version of the directory, of any `status`, ordered by id: one ' +
      'JSON object per line, gzip-compressed unless `Accept-Encoding` excludes that. Continue from the `Changes-Cursor` header with `GET ' +
      '/api/v1/changes`. The first request after a change starts a new export. Until it is ready you get ' +
      'the previous one, which works just as well, because the changes after its cursor bring it up to ' +
      'date. The `Link` header points to the data sources that you must credit if their licenses require ' +
      'it, as a page and as JSON at `GET /api/v1/attributions`.',
  })
  async exportBusinesses(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send('ndjson', codingOf(request) === 'gzip', request, reply);
  }

  @Get('businesses.parquet')
  @ApiExport('parquet', {
    summary: 'Export all businesses as GeoParquet',
    description:
      'Returns the same businesses as `GET /api/v1/export/businesses.ndjson` as one GeoParquet 1.1 ' +
      'file, for DuckDB, GDAL, pandas and the like. It has the columns of `format=csv`, apart from ' +
      '`removedAt` and `distance`, and the point as `geometry` (WKB, longitude and latitude in WGS ' +
      '84). `Changes-Cursor` and `Link` work alike. The file is built on the first request after a ' +
      'new export; until it is ready you get the previous one, or 503 if there is none.',
  })
  async exportBusinessesAsParquet(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send('parquet', true, request, reply);
  }

  /** @param isStored true to send the bytes of the file, false to unpack them */
  private async send(
    format: ExportFormat,
    isStored: boolean,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const open = await this.exports.open(format, isStored ? ifRangeOf(request) : undefined);
    try {
      const headers = { ...headersOf(open.file, isStored), Link: licenseLinks(this.environment) };
      if (clientHas(request, open.file, headers.ETag)) {
        return void reply.status(304).headers(headers).send();
      }
      const isHead = request.method === 'HEAD';
      // Only GET has ranges (RFC 9110, section 14.2).
      const range = isStored && !isHead ? rangeOf(request, open) : undefined;
      // Fastify would read the whole file only to discard it.
      const body = isHead ? Readable.from([]) : this.stream(open, range, request, reply);
      void reply
        .status(range ? 206 : 200)
        .headers({
          ...headers,
          ...(isStored ? headersOfPart(open, range) : { 'Content-Type': MEDIA_TYPES[format] }),
          'Content-Disposition': `attachment; filename="businesses.${format}"`,
        })
        .send(isStored || isHead ? body : unpacked(body));
    } finally {
      if (!open.isBeingRead) await open.handle.close();
    }
  }

  /**
   * Streams the content. The file is closed when everything is sent, the client disconnects or the
   * time is up.
   *
   * @throws ApiError `conflict` or `unavailable` if too many exports are being sent
   */
  private stream(
    open: OpenExport,
    range: ByteRange | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Readable {
    // Readers of Parquet request many short ranges at once.
    const isShort = range !== undefined && range.end - range.start < READ_AHEAD;
    const giveBack = isShort ? undefined : this.sent.take(request.context.apiKey!.id);
    const stream = open.handle.createReadStream({ ...range, highWaterMark: READ_AHEAD });
    open.isBeingRead = true;
    const late = setTimeout(() => reply.raw.destroy(), LONGEST_SENDING_MS).unref();
    stream.once('close', () => {
      clearTimeout(late);
      giveBack?.();
    });
    return stream;
  }
}

/**
 * Returns gzip, in which the file is stored, unless the client refuses it. Without the header, any
 * coding is acceptable (RFC 9110, section 12.5.3).
 */
function codingOf({ headers }: FastifyRequest): 'gzip' | 'identity' {
  if (headers['accept-encoding'] === undefined) return 'gzip';
  const negotiator = new Negotiator({ headers });
  if (negotiator.encoding(['gzip'])) return 'gzip';
  if (negotiator.encoding(['identity'])) return 'identity';
  throw new ApiError(
    'not_acceptable',
    'This file is available gzip-compressed or uncompressed. Send Accept-Encoding: gzip, or omit the header.',
  );
}

function unpacked(body: Readable): Readable {
  // A broken transfer ends the response; there is nobody else to tell.
  return pipeline(body, createGunzip(), () => {});
}

function headersOf(file: ExportFile, isStored: boolean) {
  return {
    ...API_CACHING,
    // Each coding needs its own strong tag (RFC 9110, section 8.8.3.3).
    ETag: isStored ? file.etag : file.etag.replace(/"$/, '-identity"'),
    'Last-Modified': file.changedAt.toUTCString(),
    'Directory-Version': file.version,
    'Changes-Cursor': file.cursor,
    ...(isStored && { 'Repr-Digest': digestOf(file) }),
  };
}

function digestOf({ digest }: ExportFile): string {
  return `sha-256=:${Buffer.from(digest, 'hex').toString('base64')}:`;
}

/**
 * Reports whether the client has the file already. The date counts only without a tag (RFC 9110,
 * section 13.2.2).
 */
function clientHas({ headers }: FastifyRequest, file: ExportFile, etag: string): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  if (tags !== undefined) return tags.trim() === '*' || names(tags, etag);
  return since !== undefined && since === file.changedAt.toUTCString();
}

/**
 * Returns the strong tag in If-Range, which counts only with Range (RFC 9110, section 13.1.5). Dates
 * never match, because two versions can share one.
 */
function ifRangeOf({ headers: { range, 'if-range': ifRange } }: FastifyRequest) {
  return range === undefined || ifRange === undefined ? undefined : String(ifRange).trim();
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

function headersOfPart({ file, size }: OpenExport, range: ByteRange | undefined) {
  return {
    'Content-Type': MEDIA_TYPES[file.format],
    ...(file.format === 'ndjson' && { 'Content-Encoding': 'gzip' }),
    'Content-Length': range ? range.end - range.start + 1 : size,
    'Accept-Ranges': 'bytes',
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
  };
}
