import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { DEFAULT_SITE_NAME, Environment, EnvironmentError } from './environment.js';
import { withSecretFiles } from './secret-files.js';
import { settingNames } from './variable-names.js';

/**
 * Validates the environment variables.
 *
 * An empty variable counts as unset, so that Compose files can pass `NAME=` through. Secrets can be
 * read from files instead (`DATABASE_URL_FILE`).
 *
 * @throws EnvironmentError if a variable is invalid
 */
export function loadEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const known = withSecretFiles(given);
  const settings = withDerivedDefaults(known);
  const environment = plainToInstance(Environment, settings, { exposeDefaultValues: true });
  const wrong = validateSync(environment, { stopAtFirstError: true });
  if (wrong.length > 0) {
    // A default that is derived from an invalid variable is invalid too. Report only the cause.
    const causes = wrong.filter(({ property }) => known[property] !== undefined);
    const messages = (causes.length > 0 ? causes : wrong).map(
      (error) => Object.values(error.constraints ?? {})[0],
    );
    throw new EnvironmentError(messages.join(' '));
  }
  return environment;
}

/** Adds defaults that depend on other variables. */
function withDerivedDefaults(given: Record<string, string | undefined>) {
  const host = given.HOST ?? '127.0.0.1';
  const port = given.PORT ?? '3000';
  const scheme = given.TLS_CERT_FILE ? 'https' : 'http';
  const PUBLIC_URL = given.PUBLIC_URL ?? originAt(scheme, host, port);
  const { ADMIN_HOST = host, ADMIN_PORT = port } = given;
  const hasAdminListener = ADMIN_HOST !== host || ADMIN_PORT !== port;
  const mailHost = URL.canParse(PUBLIC_URL) ? new URL(PUBLIC_URL).hostname : 'localhost';
  return {
    MAIL_FROM: `${given.SITE_NAME ?? DEFAULT_SITE_NAME} <directory@${/[a-z]/i.test(mailHost) ? mailHost : 'localhost'}>`,
    SAMPLE_DATA: given.DATABASE_URL ? 'false' : 'true',
    ADMIN_URL: hasAdminListener ? originAt(scheme, ADMIN_HOST, ADMIN_PORT) : PUBLIC_URL,
    ...given,
    PUBLIC_URL,
    TRUST_PROXY: trustProxy(given.TRUST_PROXY),
  };
}

/** Returns the origin at which this machine can reach a listener. */
function originAt(scheme: string, host: string, port: string): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const inUrl = reachable.includes(':') ? `[${reachable}]` : reachable;
  return `${scheme}://${inUrl}:${port}`;
}

function trustProxy(text = 'false'): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}

/**
 * Loads `.env` from the current folder, if there is one. Variables that are already set keep their
 * value.
 *
 * @returns the names of the variables that it set
 * @throws EnvironmentError if the file cannot be read, or if a value would be cut at a `#`
 */
export function loadDotEnv(): Set<string> {
  const set = new Set<string>();
  const text = readDotEnv();
  for (const [name, value] of Object.entries(parseEnv(text))) {
    if (name in process.env) continue;
    if (isCut(name, text)) {
      throw new EnvironmentError(`${name} in .env must be in quotes, because it contains "#".`);
    }
    process.env[name] = value;
    set.add(name);
  }
  return set;
}

/**
 * Reports whether the value of a setting has a `#` that Node takes for a comment although nothing
 * separates it, as in a password. Docker Compose keeps it.
 */
function isCut(name: string, text: string): boolean {
  if (!settingNames().includes(name)) return false;
  return new RegExp(`^(?:export)?\\s*${name}\\s*=[^\\S\\n]*[^\\s#'"\`][^#\\n]*(?<!\\s)#`, 'm').test(
    text,
  );
}

function readDotEnv(): string {
  try {
    // Editors on Windows start files with a byte order mark.
    return readFileSync('.env', 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw new EnvironmentError(`.env must be a readable file (${code}).`);
  }
}
