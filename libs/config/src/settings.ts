import type { Environment } from './environment.js';
import { fileVariable, SECRETS } from './secret-files.js';
import { settingNames } from './variable-names.js';

/** Effective setting, safe to show to anyone. */
export interface Setting {
  name: string;
  /** Value without passwords, or null if it is unset and has no default. */
  value: string | null;
  /** Source of the value: the environment, `.env`, a secret file or the default. */
  source: 'environment' | '.env' | 'file' | 'default';
}

const HIDDEN = '***';
/** URL parameters that are safe to show. Others may contain passwords, tokens or API keys. */
const HARMLESS_PARAMETERS = /^(sslmode|sslrootcert|sslcert|sslkey|region|schema|connect_timeout)$/;

/**
 * Returns all effective settings.
 *
 * @param environment validated environment
 * @param variables variables of the process, including those from `.env`
 * @param dotEnv names of the variables set by `.env`
 */
export function settingsOf(
  environment: Environment,
  variables: NodeJS.ProcessEnv,
  dotEnv: ReadonlySet<string>,
): Setting[] {
  const isGiven = (name: string) => Boolean(variables[name]?.trim());
  const inFiles = new Set<string>(SECRETS.filter((name) => isGiven(fileVariable(name))));
  return settingNames().map((name) => {
    const value = shown(name, environment[name as keyof Environment]);
    if (isGiven(name)) return { name, value, source: dotEnv.has(name) ? '.env' : 'environment' };
    return { name, value, source: inFiles.has(name) ? 'file' : 'default' };
  });
}

type SettingValue = string | number | boolean | string[] | undefined;

function shown(name: string, value: SettingValue): string | null {
  if (value === undefined) return null;
  if (name === 'ADMIN_PASSWORD' || name === 'WEBHOOK_KEY') return HIDDEN;
  return withoutSecrets(Array.isArray(value) ? value.join(', ') : String(value));
}

/** Hides the password and unknown parameters of a URL. Returns other texts unchanged. */
function withoutSecrets(text: string): string {
  // `URL` also accepts leading spaces, capitals, and a scheme without slashes.
  const [, scheme, rest] = /^(\s*[a-z][a-z-]*:(?:\/\/)?)(.*)$/is.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) return text;
  // A password may contain an unencoded @ or ?. If a ? precedes the last @, hide all before it.
  const at = rest.lastIndexOf('@');
  const credentials = rest.slice(0, at + 1);
  const user = credentials.includes('?')
    ? `${HIDDEN}@`
    : credentials.replace(/:.*@$/s, `:${HIDDEN}@`);
  const [place = '', ...query] = rest.slice(at + 1).split('?');
  const parameters = query
    .join('?')
    .replace(/([^&=]*)=([^&]*)/g, (parameter, name: string) =>
      HARMLESS_PARAMETERS.test(name) ? parameter : `${name}=${HIDDEN}`,
    );
  return scheme + user + place + (parameters && `?${parameters}`);
}
