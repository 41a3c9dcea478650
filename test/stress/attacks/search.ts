import { setTimeout as delay } from 'node:timers/promises';
import type { Attack } from '../attack.ts';

const AT_ONCE = 236;
const WORDS = [
  ...['restaurant', 'hardware', 'minneapolis', 'insurance', 'automotive', 'furniture', 'dentistry'],
  ...['landscaping', 'photography', 'plumbing', 'veterinary', 'construction', 'accounting'],
];
const WORDS_OF_SEARCH = 12;

/** Searches from one address for misspelled words, none of them twice. */
export const attack: Attack = {
  async run({ server, signal }) {
    const statuses = new Set<number>();
    let searches = 0;
    const search = async () => {
      const q = misspelled(searches++);
      const response = await fetch(`${server.program.url}/search?q=${encodeURIComponent(q)}`, {
        headers: { accept: 'text/html', 'x-forwarded-for': '192.0.2.1' },
      });
      await response.arrayBuffer();
      statuses.add(response.status);
    };
    while (!signal.aborted) {
      await Promise.all(Array.from({ length: AT_ONCE }, search));
      await delay(1_000);
    }
    if (!statuses.has(200)) throw new Error(`Searches returned ${[...statuses].join()}.`);
  },
};

function misspelled(n: number): string {
  const words = Array.from({ length: WORDS_OF_SEARCH }, (_, i) => {
    const word = WORDS[(n + i) % WORDS.length]!;
    const at = 1 + (Math.floor(n / 26) % (word.length - 2));
    return word.slice(0, at) + String.fromCharCode(97 + (n % 26)) + word.slice(at + 1);
  });
  return words.join(' ');
}
