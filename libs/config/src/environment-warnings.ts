import type { Environment } from './environment.js';
import { meantVariable } from './variable-names.js';

/** What an operator most likely did not mean, although the program can start with it: sentences. */
export function environmentWarnings(
  variables: NodeJS.ProcessEnv,
  { DATABASE_URL, SAMPLE_DATA, DATA_DIR }: Environment,
): string[] {
  const warnings = Object.keys(variables).flatMap((name) => {
    const meant = meantVariable(name);
    return meant ? [`${name} is not a variable of this program; did you mean ${meant}?`] : [];
  });
  if (variables.NODE_ENV === 'production' && !DATABASE_URL && SAMPLE_DATA) {
    warnings.push(
      'NODE_ENV is production, but this directory is filled with FICTIONAL businesses, in the embedded ' +
        `database of ${DATA_DIR}. Set DATABASE_URL to a PostgreSQL server, or SAMPLE_DATA=false ` +
        'before the first start.',
    );
  }
  return warnings;
}
