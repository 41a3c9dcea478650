import { readFileSync } from 'node:fs';
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import { once } from 'node:events';
import { listenOnLoopback } from './free-port.ts';
import { TestCertificate } from './test-certificate.ts';

/** An HTTPS server on 127.0.0.1 that records its requests. */
export interface FileServer {
  port: number;
  /** Origin, without a trailing slash. */
  url: string;
  /** Certificate authority that clients must trust. */
  ca: Buffer;
  /** Headers of the requests so far. */
  requests: IncomingHttpHeaders[];
  /** Answers requests from now on. */
  answer: RequestListener;
  stop(): Promise<void>;
}

export async function startFileServer(): Promise<FileServer> {
  const certificate = new TestCertificate();
  const server = createServer(
    { cert: readFileSync(certificate.file), key: readFileSync(certificate.keyFile) },
    (request: IncomingMessage, response: ServerResponse) => {
      files.requests.push(request.headers);
      files.answer(request, response);
    },
  );
  const port = await listenOnLoopback(server);
  const files: FileServer = {
    port,
    url: `https://127.0.0.1:${port}`,
    ca: readFileSync(certificate.authorityFile),
    requests: [],
    answer: (_, response) => response.end(),
    stop: async () => {
      certificate.remove();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return files;
}
