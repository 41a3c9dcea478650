import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canUse, findBinary } from './can-use.ts';
import { describeWithServers } from './databases.ts';
import { end, endAfterTests } from './end-after-tests.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

/** The upstream of deploy/nginx.conf for servers on these ports, trusting the client's `X-Forwarded-For`. */
const configuration = (folder: string, port: number, upstreams: number[]) => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream directory {
    ${upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`).join('\n    ')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://directory;
      proxy_http_version 1.1;
      proxy_next_upstream error non_idempotent;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $http_x_forwarded_for;
    }
  }
}
`;

/** A load balancer in front of two or more servers on this machine. */
export class Nginx {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    /** Origin, without a trailing slash. */
    readonly url: string,
  ) {}

  static async start(upstreams: number[]): Promise<Nginx> {
    const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
    const port = await freePort();
    const file = join(folder, 'nginx.conf');
    await writeFile(file, configuration(folder, port, upstreams));
    const child = spawn(findBinary('nginx')!, ['-c', file, '-e', join(folder, 'error.log')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const nginx = new Nginx(endAfterTests(child), folder, `http://127.0.0.1:${port}`);
    await eventually(() =>
      fetch(nginx.url).then(
        () => true,
        () => undefined,
      ),
    );
    return nginx;
  }

  async stop(): Promise<void> {
    await end(this.process);
    await rm(this.folder, { recursive: true });
  }
}

/** Runs a suite that needs nginx, Redis and PostgreSQL. Skips it if any of them is missing. */
export const describeBehindNginx = canUse('nginx', findBinary('nginx') !== undefined)
  ? describeWithServers
  : describe.skip;
