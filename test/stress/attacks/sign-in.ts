import { setTimeout as delay } from 'node:timers/promises';
import type { Attack } from '../attack.ts';

const AT_ONCE = 600;

/**
 * Guesses passwords from a different IPv6 /64 each time, first within one /48 and then in a
 * different /48 each time, which no limit per network stops.
 */
export const attack: Attack = {
  async run({ server, signal }) {
    const statuses = new Set<number>();
    const guess = async (address: string) => {
      const response = await fetch(`${server.program.url}/admin/token`, {
        method: 'POST',
        headers: { 'x-forwarded-for': address },
        body: new URLSearchParams({ username: `${address}@example.org`, password: 'wrong horse' }),
      });
      await response.arrayBuffer();
      statuses.add(response.status);
    };
    for (let wave = 0; !signal.aborted; wave++) {
      const address = (n: number) =>
        wave === 0
          ? `2001:db8:0:${n.toString(16)}::1`
          : `2001:${(0xd00 + wave).toString(16)}:${n.toString(16)}::1`;
      await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => guess(address(n))));
      await delay(1_000);
    }
    const unexpected = [...statuses].filter((status) => status !== 400 && status !== 429);
    if (unexpected.length > 0) throw new Error(`Sign-ins returned ${unexpected.join()}.`);
    if (!statuses.has(400)) throw new Error('No sign-in was tried.');
  },
};
