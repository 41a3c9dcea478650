import { setTimeout as delay } from 'node:timers/promises';
import { sendForm } from '../../support/forms.ts';
import type { Attack } from '../attack.ts';

/** Milliseconds after which the server accepts a form. */
const EARLIEST_MS = 3_000;
const AT_ONCE = 100;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Sends one form repeatedly and varies the last character of its token, which can have several
 * spellings.
 */
export const attack: Attack = {
  async run({ server, signal }) {
    const form = `${server.program.url}/developers/request`;
    const page = await (await fetch(form)).text();
    const [, token] = /name="token" value="([^"]+)"/.exec(page) ?? [];
    if (!token) throw new Error('The form has no token.');
    await delay(EARLIEST_MS);
    let sent = 0;
    let accepted = 0;
    const send = async () => {
      const n = sent++;
      const fields = {
        name: 'Astrid Lindqvist',
        email: `astrid-${n}@example.org`,
        project: 'A map of the cafes along the North Shore.',
        token: token.slice(0, -1) + BASE64URL[n % BASE64URL.length]!,
      };
      const address = `10.0.${n >> 8}.${n & 255}`;
      const { status } = await sendForm(form, fields, { 'x-forwarded-for': address });
      if (status === 303) accepted++;
    };
    while (!signal.aborted) {
      await Promise.all(Array.from({ length: AT_ONCE }, send));
      await delay(1_000);
    }
    if (accepted !== 1) throw new Error(`The server accepted one token ${accepted} times.`);
  },
};
