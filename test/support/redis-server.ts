import { type ChildProcess, spawn } from 'node:child_process';
import { canUse, findBinary } from './can-use.ts';
import { end, endAfterTests } from './end-after-tests.ts';
import { freePort } from './free-port.ts';
import type { TestCertificate } from './test-certificate.ts';

/** A Redis or Valkey server for one test, without persistence. */
export class RedisServer {
  private process?: ChildProcess;

  private constructor(
    private readonly binary: string,
    readonly port: number,
    private readonly certificate?: TestCertificate,
  ) {}

  /** @param certificate makes the server accept only TLS */
  static async start(certificate?: TestCertificate): Promise<RedisServer> {
    const server = new RedisServer(findRedis()!, await freePort(), certificate);
    await server.start();
    return server;
  }

  get url(): string {
    return `${this.certificate ? 'rediss' : 'redis'}://127.0.0.1:${this.port}`;
  }

  /** Starts or restarts the server without any data. */
  async start(): Promise<void> {
    const child = spawn(
      this.binary,
      [...this.listening, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    this.process = endAfterTests(child);
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('eady to accept connections')) resolve();
      });
      child.once('exit', () => reject(new Error(`${this.binary} did not start:\n${output}`)));
    });
  }

  private get listening(): string[] {
    if (!this.certificate) return ['--port', `${this.port}`];
    const { file, keyFile } = this.certificate;
    const tls = ['--tls-port', `${this.port}`, '--tls-cert-file', file, '--tls-key-file', keyFile];
    return ['--port', '0', ...tls, '--tls-auth-clients', 'no'];
  }

  /** Kills the server like a power failure. */
  async kill(): Promise<void> {
    if (this.process) await end(this.process, 'SIGKILL');
  }

  /** Freezes the server: connections stay open, but commands get no reply. */
  hang(): void {
    this.process!.kill('SIGSTOP');
  }

  goOn(): void {
    this.process!.kill('SIGCONT');
  }
}

/** Runs a suite if a Redis or Valkey server is installed. Otherwise skips it. */
export function describeWithRedis(name: string, suite: () => void): void {
  const isUsable = canUse('redis-server or valkey-server', findRedis() !== undefined);
  (isUsable ? describe : describe.skip)(name, suite);
}

export function findRedis(): string | undefined {
  return findBinary('valkey-server', 'redis-server');
}
