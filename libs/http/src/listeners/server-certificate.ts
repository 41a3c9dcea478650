import { Logger } from '@nestjs/common';
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type Server } from 'node:tls';
import { type Environment, EnvironmentError } from '#libs/config/src/environment.js';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';

/** Interval between checks of the files, in milliseconds. */
const WATCH_MS = 10_000;

interface Pair {
  cert: Buffer;
  key: Buffer;
  expiresAt: Date;
}

/**
 * The server's TLS certificate. It is reloaded when its files change or the program receives the reload
 * signal. If reloading fails, the previous certificate stays in use and the reason is logged.
 */
export class ServerCertificate {
  private readonly logger = new Logger(ServerCertificate.name);
  private readonly servers: Pick<Server, 'setSecureContext'>[] = [];
  private task: PeriodicTask | undefined;
  /** File contents at the last check. */
  private seen: string | undefined;
  /** Reason of the last failure to load. */
  private failure: string | undefined;
  private pair: Pair;

  /**
   * Loads the certificate set in the environment; undefined if none is set.
   *
   * @throws EnvironmentError if its files are invalid
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

  /** TLS options for creating a server. */
  get context(): Pick<Pair, 'cert' | 'key'> {
    return { cert: this.pair.cert, key: this.pair.key };
  }

  get expiresAt(): Date {
    return this.pair.expiresAt;
  }

  /** Registers a server to receive each new certificate for its new connections. */
  showOn(server: Pick<Server, 'setSecureContext'>): void {
    this.servers.push(server);
  }

  /** Rereads the files. */
  reload(): void {
    this.failure = undefined;
    this.tryReload();
  }

  /** Rereads the files. Logs a reason that they are invalid only once. */
  private tryReload(): void {
    try {
      this.pair = readPair(this.paths, this.now());
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      if (error.message !== this.failure)
        this.logger.error(`Could not reload the certificate. ${error.message}`);
      this.failure = error.message;
      return;
    }
    this.failure = undefined;
    for (const server of this.servers) server.setSecureContext(this.context);
    this.logger.log(
      `Reloaded TLS_CERT_FILE; the certificate expires on ${this.expiresAt.toISOString()}.`,
    );
  }

  watch(everyMs = WATCH_MS): void {
    this.task = new PeriodicTask(() => this.look(), {
      everyMs,
      logger: this.logger,
      failure: 'Could not check TLS_CERT_FILE and TLS_KEY_FILE for changes.',
    });
    this.task.start();
  }

  async close(): Promise<void> {
    await this.task?.stop();
  }

  /**
   * Reloads changed files once they are unchanged for one interval: a certificate and its key are
   * seldom written at the same moment. Retries files that failed, because a certificate can become
   * valid later.
   */
  private look(): void {
    const contents = contentsOf(this.paths);
    const isSettled = contents === this.seen;
    this.seen = contents;
    if (isSettled && contents !== textOf(this.pair)) this.tryReload();
  }
}

/** Returns the contents of the files, or the reason that they cannot be read. */
function contentsOf(paths: Paths): string {
  try {
    return textOf(readFiles(paths));
  } catch (error) {
    return (error as Error).message;
  }
}

function textOf({ cert, key }: Pick<Pair, 'cert' | 'key'>): string {
  return Buffer.concat([cert, key]).toString('latin1');
}

type Paths = Record<'TLS_CERT_FILE' | 'TLS_KEY_FILE', string>;

/** @throws EnvironmentError with the reason the files are invalid */
function readPair(paths: Paths, now: number): Pair {
  const { cert, key } = readFiles(paths);
  const certificate = parseCertificate(cert);
  if (!certificate.checkPrivateKey(parseKey(key))) {
    throw new EnvironmentError(
      'TLS_CERT_FILE and TLS_KEY_FILE do not match: the key belongs to another certificate.',
    );
  }
  const validFrom = new Date(certificate.validFrom);
  const expiresAt = new Date(certificate.validTo);
  if (expiresAt.getTime() <= now) {
    throw new EnvironmentError(
      `The certificate in TLS_CERT_FILE expired on ${expiresAt.toISOString()}. Renew it.`,
    );
  }
  if (validFrom.getTime() > now) {
    throw new EnvironmentError(
      `The certificate in TLS_CERT_FILE is not valid before ${validFrom.toISOString()}. ` +
        'Check the clock of this machine.',
    );
  }
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new EnvironmentError(
      `OpenSSL refuses TLS_CERT_FILE or TLS_KEY_FILE (${(error as Error).message}). ` +
        'Replace damaged or weak certificates and keys.',
    );
  }
  return { cert, key, expiresAt };
}

/** @throws EnvironmentError if a file cannot be read */
function readFiles({ TLS_CERT_FILE, TLS_KEY_FILE }: Paths): Pick<Pair, 'cert' | 'key'> {
  return {
    cert: readPem('TLS_CERT_FILE', TLS_CERT_FILE),
    key: readPem('TLS_KEY_FILE', TLS_KEY_FILE),
  };
}

function readPem(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EnvironmentError(`${variable} must be the path of a readable PEM file (${code}).`);
  }
}

function parseCertificate(pem: Buffer): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new EnvironmentError(
      'TLS_CERT_FILE must contain a PEM certificate (-----BEGIN CERTIFICATE-----), with the ' +
        "server's own certificate first, followed by the intermediate certificates.",
    );
  }
}

function parseKey(pem: Buffer): KeyObject {
  if (pem.includes('ENCRYPTED')) {
    throw new EnvironmentError(
      'The key in TLS_KEY_FILE is encrypted. Decrypt it into a file that only this user can read: ' +
        '"openssl pkey -in encrypted.pem -out key.pem".',
    );
  }
  try {
    return createPrivateKey(pem);
  } catch {
    throw new EnvironmentError(
      'TLS_KEY_FILE must contain a PEM private key (-----BEGIN PRIVATE KEY-----).',
    );
  }
}
