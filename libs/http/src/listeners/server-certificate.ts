import { Logger } from '@nestjs/common';
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:tls';
import { type Environment, EnvironmentError } from '#libs/config/src/environment.js';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';

/** How often the files are looked at, in milliseconds. */
const WATCH_MS = 10_000;

interface Pair {
  cert: Buffer;
  key: Buffer;
  expiresAt: Date;
}

/**
 * What the program shows of itself over TLS. It is read again when its files change and when the
 * program is told to reload; where that fails, the former certificate goes on and the log says why.
 */
export class ServerCertificate {
  private readonly logger = new Logger(ServerCertificate.name);
  private readonly servers: Pick<Server, 'setSecureContext'>[] = [];
  private task: PeriodicTask | undefined;
  /** The files as they were at the last look, and as they were when they were of no use. */
  private seen: string | undefined;
  private failed: string | undefined;
  private pair: Pair;

  /**
   * The certificate that the environment names; undefined where it names none.
   *
   * @throws EnvironmentError where its files cannot be used
   */
  static of(
    { TLS_CERT_FILE, TLS_KEY_FILE }: Environment,
    now = Date.now,
  ): ServerCertificate | undefined {
    if (!TLS_CERT_FILE || !TLS_KEY_FILE) return undefined;
    return new ServerCertificate({ TLS_CERT_FILE, TLS_KEY_FILE }, now);
  }

  private constructor(
    private readonly paths: Paths,
    private readonly now: () => number,
  ) {
    this.pair = readPair(paths, now());
  }

  /** What a server is created with. */
  get context(): Pick<Pair, 'cert' | 'key'> {
    return { cert: this.pair.cert, key: this.pair.key };
  }

  get expiresAt(): Date {
    return this.pair.expiresAt;
  }

  /** From now on a server shows each new certificate to new connections. */
  showOn(server: Pick<Server, 'setSecureContext'>): void {
    this.servers.push(server);
  }

  /** @returns whether the files could be used */
  reload(): boolean {
    try {
      this.pair = readPair(this.paths, this.now());
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      this.logger.error(`The certificate was not replaced. ${error.message}`);
      return false;
    }
    for (const server of this.servers) server.setSecureContext(this.context);
    this.logger.log(
      `TLS_CERT_FILE was read again; the certificate expires on ${this.expiresAt.toISOString()}.`,
    );
    return true;
  }

  watch(everyMs = WATCH_MS): void {
    this.task = new PeriodicTask(() => this.look(), {
      everyMs,
      logger: this.logger,
      failure: 'TLS_CERT_FILE and TLS_KEY_FILE cannot be watched.',
    });
    this.task.start();
  }

  async close(): Promise<void> {
    await this.task?.stop();
  }

  /**
   * Reloads files that are not those in use, nor those that failed, once they are as they were at the
   * last look: a certificate and its key are seldom written at once.
   */
  private async look(): Promise<void> {
    const { TLS_CERT_FILE, TLS_KEY_FILE } = this.paths;
    const files = textOf({
      cert: await readFile(TLS_CERT_FILE),
      key: await readFile(TLS_KEY_FILE),
    });
    const isSettled = files === this.seen;
    this.seen = files;
    if (!isSettled || files === this.failed || files === textOf(this.pair)) return;
    this.failed = this.reload() ? undefined : files;
  }
}

function textOf({ cert, key }: Pick<Pair, 'cert' | 'key'>): string {
  return Buffer.concat([cert, key]).toString('latin1');
}

type Paths = Record<'TLS_CERT_FILE' | 'TLS_KEY_FILE', string>;

/** @throws EnvironmentError with a sentence for each way in which the files may be of no use */
function readPair({ TLS_CERT_FILE, TLS_KEY_FILE }: Paths, now: number): Pair {
  const cert = readPem('TLS_CERT_FILE', TLS_CERT_FILE);
  const key = readPem('TLS_KEY_FILE', TLS_KEY_FILE);
  const certificate = parseCertificate(cert);
  if (!certificate.checkPrivateKey(parseKey(key))) {
    throw new EnvironmentError(
      "TLS_CERT_FILE and TLS_KEY_FILE do not belong together: the key is another certificate's.",
    );
  }
  const validFrom = new Date(certificate.validFrom);
  const expiresAt = new Date(certificate.validTo);
  if (expiresAt.getTime() <= now) {
    throw new EnvironmentError(
      `The certificate of TLS_CERT_FILE expired on ${expiresAt.toISOString()}. Renew it.`,
    );
  }
  if (validFrom.getTime() > now) {
    throw new EnvironmentError(
      `The certificate of TLS_CERT_FILE is not valid before ${validFrom.toISOString()}. ` +
        'Is the clock of this machine right?',
    );
  }
  return { cert, key, expiresAt };
}

function readPem(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EnvironmentError(
      `${variable} must be the path of a PEM file that can be read (${code}).`,
    );
  }
}

function parseCertificate(pem: Buffer): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new EnvironmentError(
      'TLS_CERT_FILE must hold a certificate in PEM (-----BEGIN CERTIFICATE-----), first of all its own, ' +
        'then those between it and the authority.',
    );
  }
}

function parseKey(pem: Buffer): KeyObject {
  if (pem.includes('ENCRYPTED')) {
    throw new EnvironmentError(
      'The key of TLS_KEY_FILE is encrypted. Write it without a passphrase, for this user alone: ' +
        '"openssl pkey -in encrypted.pem -out key.pem".',
    );
  }
  try {
    return createPrivateKey(pem);
  } catch {
    throw new EnvironmentError(
      'TLS_KEY_FILE must hold a private key in PEM (-----BEGIN PRIVATE KEY-----).',
    );
  }
}
