import { freePort } from './free-port.ts';
import { askHost } from './hosts.ts';

export const ADMIN = { email: 'admin@directory.test', password: 'correct horse battery' };

/** Default environment of every program that specs start. */
export const USUAL_ENVIRONMENT = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  LOG_LEVEL: 'warn',
  // Specs count every request, so a late Redis response on a busy machine must not time out.
  REDIS_TIMEOUT_MS: '5000',
  SAMPLE_DATA: 'false',
};

/** A program that accepts requests. */
export interface Program {
  /** Origin, without a trailing slash. */
  url: string;
  /** Stops the program gracefully and waits. */
  stop(): Promise<void>;
}

const running = new Set<Program>();

/**
 * Starts the program with only the given environment (and a quiet log) in a shared process that has
 * all modules loaded, which takes a tenth of the time. Specs about the process itself (output, exit
 * code, signals, clock, workers) need `startProcess`.
 */
export async function startProgram(env: Record<string, string>): Promise<Program> {
  const whole = { ...USUAL_ENVIRONMENT, PORT: String(await freePort()), ...env };
  await askHost('start', whole);
  const program: Program = {
    url: `${env.TLS_CERT_FILE ? 'https' : 'http'}://127.0.0.1:${whole.PORT}`,
    stop: async () => {
      running.delete(program);
      await askHost('stop', whole);
    },
  };
  running.add(program);
  return program;
}

// Stops programs left by failed tests. The global setup has no `afterAll` and stops its own programs.
if ('afterAll' in globalThis) {
  afterAll(async () => {
    for (const program of running) await program.stop();
  });
}
