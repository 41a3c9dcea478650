import { getMetadataStorage } from 'class-validator';
import { distance } from 'fastest-levenshtein';
import { Environment } from './environment.js';
import { fileVariable, SECRETS } from './secret-files.js';

/** Names of other programs are as short as these: one letter apart says nothing (`POST`, `HOSTS`). */
const SHORT_NAME = 5;

/** The names of all settings, in the order in which `Environment` states them. */
export function settingNames(): string[] {
  const validations = getMetadataStorage().getTargetValidationMetadatas(
    Environment,
    '',
    false,
    false,
  );
  return [...new Set(validations.map(({ propertyName }) => propertyName))];
}

/**
 * The variable that an unknown one was probably meant to be.
 *
 * @returns undefined where the name is known, or like none of ours: an environment has many variables
 * of other programs
 */
export function meantVariable(name: string): string | undefined {
  const known = [...settingNames(), ...SECRETS.map(fileVariable)];
  if (known.includes(name)) return undefined;
  const plain = plainName(name);
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: distance(plain, plainName(candidate)) }))
    .filter(({ candidate, edits }) => edits <= tolerated(candidate))
    .sort((a, b) => a.edits - b.edits);
  return nearest?.candidate ?? known.find((other) => isWithoutOrWithFile(name, other));
}

function plainName(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

function tolerated(name: string): number {
  if (name.length <= SHORT_NAME) return 0;
  return name.length < 10 ? 1 : 2;
}

/** `TLS_CERT` for `TLS_CERT_FILE`, and `MAIL_FROM_FILE` although that is no secret. */
function isWithoutOrWithFile(name: string, known: string): boolean {
  return fileVariable(name) === known || fileVariable(known) === name;
}
