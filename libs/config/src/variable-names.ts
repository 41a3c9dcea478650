import { getMetadataStorage } from 'class-validator';
import { distance } from 'fastest-levenshtein';
import { isSlip } from '#libs/text/src/is-slip.js';
import { Environment } from './environment.js';
import { fileVariable, SECRETS } from './secret-files.js';

/**
 * Length up to which a name must match exactly. Short names of other programs differ by one letter
 * (`POST`, `HOSTS`).
 */
const SHORT_NAME = 5;

/** Returns the names of all settings, in the order of the `Environment` class. */
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
 * Returns the variable that an unknown name was probably meant to be.
 *
 * @returns undefined if the name is known or not similar to any variable, because most variables
 * belong to other programs
 */
export function suggestedVariable(name: string): string | undefined {
  const known = [...settingNames(), ...SECRETS.map(fileVariable)];
  if (known.includes(name)) return undefined;
  const plain = plainName(name);
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: distance(plain, plainName(candidate)) }))
    .filter(
      ({ candidate, edits }) =>
        edits <= tolerated(candidate) || isSlip(plain, plainName(candidate), SHORT_NAME + 1),
    )
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

/**
 * Matches `TLS_CERT` for `TLS_CERT_FILE`, and `MAIL_FROM_FILE` although MAIL_FROM is not a secret.
 */
function isWithoutOrWithFile(name: string, known: string): boolean {
  return fileVariable(name) === known || fileVariable(known) === name;
}
