import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Environment } from '#libs/config/src/environment.js';
import { createServer } from './create-server.js';
import { adminListener, type Listener, publicListener } from './listener.js';

/** Errors for an address that a name resolves to but this machine doesn't have. */
const NOT_HERE = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/**
 * Listens on every address of the program's listeners. All close with the application.
 *
 * @throws ListenError if an address can't be used
 */
export async function listen(app: NestFastifyApplication, environment: Environment): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const listenAt = async (listener: Listener, host: string, port: number): Promise<Server> => {
    const server = createServer(fastify.sharedByServers, listener, fastify.routing);
    server.listen(port, host);
    await once(server, 'listening');
    fastify.servers.push(server);
    fastify.log.info(`Listening on ${host.includes(':') ? `[${host}]` : host}:${port}`);
    return server;
  };
  const listenEverywhere = async (
    listener: Listener,
    listenFirst: (address: string) => Promise<Server>,
  ): Promise<void> => {
    try {
      const [first, ...others] = await addressesOf(listener.host);
      const { port } = (await listenFirst(first!)).address() as AddressInfo;
      for (const address of others) await listenAt(listener, address, port).catch(unlessNotHere);
    } catch (error) {
      const { syscall = '' } = error as NodeJS.ErrnoException;
      // A worker reports 'bind' where a single process reports 'listen'.
      if (!['listen', 'bind', 'getaddrinfo'].includes(syscall)) throw error;
      throw new ListenError(listener, error as NodeJS.ErrnoException);
    }
  };

  const admin = adminListener(environment);
  if (admin) await listenEverywhere(admin, (address) => listenAt(admin, address, admin.port));
  const main = publicListener(environment);
  const listenTextResolver = (origin: string) => `Listening on ${new URL(origin).host}`;
  await listenEverywhere(main, (host) => app.listen({ port: main.port, host, listenTextResolver }));
}

/** Resolves a host. A name such as `localhost` may have several addresses. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

function unlessNotHere(error: NodeJS.ErrnoException): void {
  if (!NOT_HERE.includes(error.code ?? '')) throw error;
}

/** The program cannot listen. The message states why and which variables to change. */
export class ListenError extends Error {
  constructor(
    { host, port, variables: [HOST, PORT] }: Listener,
    { code, syscall }: NodeJS.ErrnoException,
  ) {
    const sentence =
      syscall === 'getaddrinfo'
        ? `${HOST} ${host} has no address (${code}). Set ${HOST} to an address or a name of this machine.`
        : code === 'EADDRINUSE'
          ? `Port ${port} on ${host} is in use. Stop the other program or change ${PORT}.`
          : `Cannot listen on port ${port} of ${host} (${code}). Set ${HOST} and ${PORT} to an address and port that this machine allows.`;
    super(sentence);
  }
}
