import { type Environment, EnvironmentError } from '#libs/config/src/environment.js';
import { DataDirInUseError } from '#libs/database/src/embedded/data-dir-lock.js';
import { isDatabaseUnavailable } from '#libs/database/src/unavailable.js';

/** Why the program cannot start, as one sentence; undefined where only the stack can tell. */
export function explainStartFailure(
  error: unknown,
  environment: Environment | undefined,
): string | undefined {
  if (error instanceof EnvironmentError || error instanceof DataDirInUseError) return error.message;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (environment && syscall === 'listen') {
    const { HOST, PORT } = environment;
    return code === 'EADDRINUSE'
      ? `Port ${PORT} on ${HOST} is taken. Stop what listens there, or set PORT.`
      : `Cannot listen on port ${PORT} of ${HOST} (${code}). Set HOST and PORT to what this machine allows.`;
  }
  if (environment?.DATABASE_URL && isConnectionFailure(error)) {
    const { host, pathname } = new URL(environment.DATABASE_URL);
    return `Cannot use the database ${pathname.slice(1)} on ${host} that DATABASE_URL names (${code}). Is the server up, and are name and password right?`;
  }
  return undefined;
}

/** Unreachable, or refused: PostgreSQL's classes 28 (authorization) and 3D (no such database). */
function isConnectionFailure(error: unknown): boolean {
  return isDatabaseUnavailable(error) || /^(28|3D)/.test((error as { code?: string }).code ?? '');
}
