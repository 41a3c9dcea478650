import type { Environment } from './environment.js';
import { fileVariable, SECRETS } from './secret-files.js';
import { settingNames } from './variable-names.js';

/** A setting as it is in force, fit to be shown to anybody. */
export interface Setting {
  name: string;
  /** Without passwords; null where it is not set and has no default. */
  value: string | null;
  /** Where it comes from: the environment, `.env`, the file that names the secret, or the default. */
  source: 'environment' | '.env' | 'file' | 'default';
}

const HIDDEN = '***';
/** What may be seen of the parameters of a URL: others may be passwords, tokens or keys of services. */
const HARMLESS_PARAMETERS = /^(sslmode|sslrootcert|sslcert|sslkey|schema|connect_timeout)$/;

/**
 * All settings in force.
 *
 * @param environment what the variables were read as
 * @param variables those of the process, those of `.env` among them
 * @param dotEnv the names of those that only `.env` sets
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
  if (name === 'ADMIN_PASSWORD') return HIDDEN;
  return withoutSecrets(Array.isArray(value) ? value.join(', ') : String(value));
}

/** A URL without its password and without parameters that may hold one; any other text as it is. */
function withoutSecrets(text: string): string {
  const [, scheme, rest] = /^([a-z][a-z-]*:\/\/)(.*)$/s.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) return text;
  const [place = '', ...query] = rest.split('?');
  // A password may itself have an @ that is not encoded.
  const at = place.lastIndexOf('@');
  const user = at < 0 ? '' : `${place.slice(0, at).replace(/:.*$/s, `:${HIDDEN}`)}@`;
  const parameters = query
    .join('?')
    .replace(/([^&=]*)=([^&]*)/g, (parameter, name: string) =>
      HARMLESS_PARAMETERS.test(name) ? parameter : `${name}=${HIDDEN}`,
    );
  return scheme + user + place.slice(at + 1) + (parameters && `?${parameters}`);
}
