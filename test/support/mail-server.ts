import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface MailServer {
  /** Value for `SMTP_URL`. */
  url: string;
  port: number;
  /** Accepted mails, oldest first. */
  mails: Email[];
  /** Breaks all connections, like a cut cable. */
  cut(): void;
  stop(): Promise<void>;
}

export interface MailServerOptions extends Omit<SMTPServerOptions, 'onData'> {
  /** Responds to a mail received in full. Default: adds it to `mails` and accepts it. */
  onMail?: (mail: Email, done: (refusal?: Error) => void) => unknown;
}

/** Starts a real mail server on loopback. `options` can make it refuse, stall or break. */
export async function startMailServer(
  options: MailServerOptions = {},
  port = 0,
): Promise<MailServer> {
  const mails: Email[] = [];
  const accept = (mail: Email, done: () => void) => {
    mails.push(mail);
    done();
  };
  const { onMail = accept, ...others } = options;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData(stream, _session, done) {
      const handle = async (message: Buffer) => onMail(await PostalMime.parse(message), done);
      // A test can cut the connection in the middle of a message.
      void buffer(stream).then(handle, () => {});
    },
    ...others,
  });
  server.on('error', () => {});
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    cut: () => sockets.forEach((socket) => socket.destroy()),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
