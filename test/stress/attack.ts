import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { residentMemory } from '../bench/support/resident-memory.ts';
import { percentile } from '../bench/support/statistics.ts';
import { TestCertificate } from '../support/test-certificate.ts';
import { startStressedServer, type StressedServer } from './stressed-server.ts';
import { startVisitor } from './visitor.ts';

/** Milliseconds to measure the visitor without an attack, and at most during one. */
const QUIET_MS = 5_000;
const ATTACK_MS = 15_000;
const WORST_MS = 500;
const MOST_MEMORY_MB = 450;

/** Load that one client, or clients of one network, put on the server. */
export interface Attack {
  /** True if the server must serve HTTPS with HTTP/2. No client trusts its certificate. */
  tls?: boolean;
  /** Attacks until done or until `signal` aborts; throws if the attack itself was not possible. */
  run(target: AttackTarget): Promise<void>;
}

export interface AttackTarget {
  server: StressedServer;
  /** Aborts when the attack has lasted long enough. */
  signal: AbortSignal;
}

const FOLDER = join(import.meta.dirname, 'attacks');
export const ATTACK_NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.js'))
  .map((file) => basename(file, '.js'));

/**
 * Measures from a separate process how long a visitor waits for pages before and during an attack.
 *
 * @returns the limits that were exceeded
 */
export async function runAttack(name: string): Promise<string[]> {
  const { attack } = (await import(join(FOLDER, `${name}.js`))) as { attack: Attack };
  const certificate = attack.tls ? new TestCertificate() : undefined;
  const server = await startStressedServer({
    env: certificate && { TLS_CERT_FILE: certificate.file, TLS_KEY_FILE: certificate.keyFile },
  });
  const visitor = startVisitor(server.program.url);
  try {
    // The first pages fill caches, and their times are dropped.
    await visitor.measure(QUIET_MS);
    const quiet = await visitor.measure(QUIET_MS);
    await forgetPeakMemory(server.program.pid);
    const signal = AbortSignal.timeout(ATTACK_MS);
    const [attacked] = await Promise.all([
      visitor.measure(ATTACK_MS),
      attack.run({ server, signal }),
    ]);
    const memory = await residentMemory(server.program.pid);
    return judge(name, quiet, attacked, memory.peak);
  } catch (error) {
    console.error(server.program.output().slice(-5_000));
    throw error;
  } finally {
    visitor.stop();
    await server.stop();
    certificate?.remove();
  }
}

function judge(name: string, quiet: number[], attacked: number[], memory: number): string[] {
  const before = percentile(quiet, 50);
  const during = percentile(attacked, 50);
  const worst = percentile(attacked, 100);
  console.log(
    `${name}: another visitor's median ${before.toFixed(1)} ms before and ${during.toFixed(1)} ms ` +
      `during the attack (${attacked.length} pages), worst ${worst.toFixed(0)} ms; ` +
      `peak memory ${memory} MB.`,
  );
  const problems: string[] = [];
  if (!(during <= 2 * before)) problems.push('The median more than doubled.');
  if (!(worst < WORST_MS)) problems.push(`A page took ${WORST_MS} ms or more.`);
  if (!(memory < MOST_MEMORY_MB)) problems.push(`Memory reached ${MOST_MEMORY_MB} MB.`);
  return problems;
}

/** Resets the peak memory, so that it excludes the memory used at startup (proc(5), clear_refs). */
async function forgetPeakMemory(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}
