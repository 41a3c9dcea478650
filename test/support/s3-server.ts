import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from './free-port.ts';

const REGION = 'test-1';
const ACCESS_KEY = 'AKIATEST';
/** Contains characters that must be URL-encoded in BACKUP_URL. */
const SECRET_KEY = 'hunter2/+hunter2';
const BUCKET = 'vault';

/** Small part of S3 in memory. It verifies signatures (AWS Signature Version 4) on its own. */
export class S3Server {
  /** Stored objects by key. */
  readonly objects = new Map<string, Buffer>();
  /** Numbers of parts of the completed multipart uploads. */
  readonly parts: number[] = [];
  /** Parts of unfinished multipart uploads by upload id. */
  readonly unfinished = new Map<string, Map<number, Buffer>>();
  /** Makes the requests with this method fail or hang. */
  fault: { method: string; kind: 'fails' | 'hangs' } | undefined;
  /** Number of requests that hang. */
  hanging = 0;
  private readonly server: Server;
  private port = 0;

  private constructor() {
    this.server = createServer((request, response) => {
      const answer = (body: Buffer) => {
        const { fault } = this;
        if (fault && fault.method === request.method) {
          if (fault.kind === 'hangs') return void this.hanging++;
          return response.writeHead(500).end(errorXml('InternalError'));
        }
        const [status, text, headers] = isSigned(request, body)
          ? this.answer(request, body)
          : [403, errorXml('SignatureDoesNotMatch')];
        response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(text);
      };
      // A client that aborts its upload breaks the body.
      buffer(request).then(answer, () => response.destroy());
    });
  }

  static async start(): Promise<S3Server> {
    const s3 = new S3Server();
    s3.port = await listenOnLoopback(s3.server);
    return s3;
  }

  /** BACKUP_URL for a folder of the bucket. */
  url(secret = SECRET_KEY): string {
    const user = `${ACCESS_KEY}:${encodeURIComponent(secret)}`;
    return `http://${user}@127.0.0.1:${this.port}/${BUCKET}/directory?region=${REGION}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer(
    { method, url }: IncomingMessage,
    body: Buffer,
  ): [status: number, text?: string, headers?: Record<string, string>] {
    const { pathname, searchParams } = new URL(url!, 'http://s3');
    const key = decodeURIComponent(pathname).replace(`/${BUCKET}`, '').replace(/^\//, '');
    const upload = searchParams.get('uploadId');
    switch (method) {
      case 'POST':
        return upload === null ? this.begin() : this.complete(key, upload);
      case 'PUT':
        if (upload === null) this.objects.set(key, body);
        else this.unfinished.get(upload)!.set(Number(searchParams.get('partNumber')), body);
        return [200, '', { etag: `"${createHash('md5').update(body).digest('hex')}"` }];
      case 'DELETE':
        if (upload === null) this.objects.delete(key);
        else this.unfinished.delete(upload);
        return [204];
      case 'HEAD':
        return [200, '', { 'content-length': String(this.objects.get(key)!.length) }];
      default:
        return [200, this.list(searchParams.get('prefix') ?? '')];
    }
  }

  private begin(): [number, string] {
    const id = `upload-${this.unfinished.size + this.parts.length}`;
    this.unfinished.set(id, new Map());
    const xml = `<UploadId>${id}</UploadId>`;
    return [200, `<InitiateMultipartUploadResult>${xml}</InitiateMultipartUploadResult>`];
  }

  private complete(key: string, upload: string): [number, string] {
    const parts = [...this.unfinished.get(upload)!].sort(([a], [b]) => a - b);
    this.unfinished.delete(upload);
    this.parts.push(parts.length);
    this.objects.set(key, Buffer.concat(parts.map(([, bytes]) => bytes)));
    const xml = `<Key>${key}</Key><ETag>"x-${parts.length}"</ETag>`;
    return [200, `<CompleteMultipartUploadResult>${xml}</CompleteMultipartUploadResult>`];
  }

  private list(prefix: string): string {
    const contents = [...this.objects]
      .filter(([key]) => key.startsWith(prefix))
      .map(
        ([key, { length }]) =>
          `<Contents><Key>${key}</Key><Size>${length}</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`,
      );
    const head = `<KeyCount>${contents.length}</KeyCount><IsTruncated>false</IsTruncated>`;
    return `<ListBucketResult>${head}${contents.join('')}</ListBucketResult>`;
  }
}

function errorXml(code: string): string {
  return `<Error><Code>${code}</Code><Message>refused</Message></Error>`;
}

/** Verifies the signature of a request as S3 documents it. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const { authorization = '' } = headers;
  const [, scope, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIATEST\/(\S+?), ?SignedHeaders=(\S+?), ?Signature=(\w+)$/.exec(
      authorization,
    ) ?? [];
  const time = String(headers['x-amz-date']);
  const day = time.slice(0, 8);
  const hash = String(headers['x-amz-content-sha256']);
  if (scope !== `${day}/${REGION}/s3/aws4_request` || !names!.split(';').includes('host')) {
    return false;
  }
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return false;
  const [path, query = ''] = url!.split('?');
  const canonicalQuery = query
    .split('&')
    .filter(Boolean)
    .map((each) => (each.includes('=') ? each : `${each}=`))
    .sort()
    .join('&');
  const canonicalHeaders = names!.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const request = [method, path, canonicalQuery, canonicalHeaders.join(''), names, hash].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const key = [day, REGION, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${SECRET_KEY}`,
  );
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
