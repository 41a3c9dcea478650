import type { Listener } from './listener.js';

/** The program cannot listen where it should; the message says why, and which variables decide it. */
export class ListenError extends Error {
  constructor(
    { host, port, variables: [HOST, PORT] }: Listener,
    { code, syscall }: NodeJS.ErrnoException,
  ) {
    const sentence =
      syscall === 'getaddrinfo'
        ? `${HOST} ${host} has no address (${code}). Set ${HOST} to an address or a name of this machine.`
        : code === 'EADDRINUSE'
          ? `Port ${port} on ${host} is taken. Stop what listens there, or set ${PORT}.`
          : `Cannot listen on port ${port} of ${host} (${code}). Set ${HOST} and ${PORT} to what this machine allows.`;
    super(sentence);
  }
}
