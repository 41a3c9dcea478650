import { freePort } from './free-port.ts';
import { askHost } from './hosts.ts';

export const ADMIN = { email: 'admin@directory.test', password: 'correct horse battery' };

/** Default environment of every program that specs start. */
export const USUAL_ENVIRONMENT = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  LOG_LEVEL: 'warn',
  // On a busy machine an answer can be late, and specs count what passes to the request.
  REDIS_TIMEOUT_MS: '5000',
  SAMPLE_DATA: 'false',
};

/** The program, listening. */
export interface Program {
  /** Origin, without a trailing slash. */
  url: string;
  /** Ends it in order, and waits. */
  stop(): Promise<void>;
}

const running = new Set<Program>();

/**
 * Starts the program with only the given environment (and a quiet log), in a process that it shares
 * with others and that has everything loaded: in a tenth of the time. What is of the process itself
 * (its output, its exit code, signals, the clock, workers) needs `startProcess`.
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
