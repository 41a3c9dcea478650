import { DEFAULT_SITE_NAME } from '#libs/config/src/environment.js';
export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 256;

/** Stands for a password in the documentation: long enough there, and never accepted. */
export const PASSWORD_PLACEHOLDER = 'type a password here';

const SHORTEST_WORD = 4;
/** Shorter ones are roles such as "admin", which may stand in a good password. */
const SHORTEST_REFUSED = 6;

/**
 * What keeps a password from being set, as the rest of a sentence that begins with the field's name;
 * undefined when nothing does.
 *
 * As NIST SP 800-63B asks, a password is not judged by the kinds of its characters, but by how easy
 * it is to guess: it must be neither common nor made of what is known about the account.
 */
export async function problemOfPassword(
  password: string,
  account: { email: string; name: string },
): Promise<string | undefined> {
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD || length > LONGEST_PASSWORD) {
    return `must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`;
  }
  const localPart = account.email.split('@', 1)[0]!;
  const known = [localPart, DEFAULT_SITE_NAME]
    .map(lettersAndDigits)
    .find((word) => word.length >= SHORTEST_REFUSED && lettersAndDigits(password).includes(word));
  if (known) return `must not contain "${known}".`;

  const words = [account.email, account.name, DEFAULT_SITE_NAME].flatMap((text) =>
    text.split(/[\W_]+/),
  );
  // Loaded when first needed: the list of common passwords takes time that a start should not.
  const { isEasyToGuess } = await import('./password-estimator.js');
  if (!isEasyToGuess(password, [...words.filter(isLong), PASSWORD_PLACEHOLDER])) return undefined;
  return (
    'is too easy to guess: it is or resembles a common password, a pattern or a word of the ' +
    'account. Several unrelated words are hard to guess and easy to remember.'
  );
}

/** Shorter words stand in a password by chance. */
function isLong(word: string): boolean {
  return word.length >= SHORTEST_WORD;
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
