import type { Environment } from './environment.js';
import { suggestedVariable } from './variable-names.js';

/** Returns warnings about likely mistakes in the environment that do not prevent the start. */
export function environmentWarnings(
  variables: NodeJS.ProcessEnv,
  { DATABASE_URL, SAMPLE_DATA, DATA_DIR }: Environment,
): string[] {
  const warnings = Object.keys(variables).flatMap((name) => {
    const suggestion = suggestedVariable(name);
    return suggestion
      ? [`${name} is not a variable of this program. Did you mean ${suggestion}?`]
      : [];
  });
  if (variables.NODE_ENV === 'production' && !DATABASE_URL && SAMPLE_DATA) {
    warnings.push(
      'NODE_ENV is production, but the directory contains FICTIONAL sample businesses in the embedded ' +
        `database of ${DATA_DIR}. Set DATABASE_URL to a PostgreSQL server, or SAMPLE_DATA=false ` +
        'before the first start.',
    );
  }
  return warnings;
}
