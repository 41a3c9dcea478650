import { DEFAULT_SITE_NAME } from '#libs/config/src/environment.js';
export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 256;

/** Example password in the OpenAPI document. It is long enough for the schema but never accepted. */
export const PASSWORD_PLACEHOLDER = 'type a password here';

const SHORTEST_WORD = 4;
/** Shorter words may be roles such as "admin", which a good password may contain. */
const SHORTEST_REFUSED = 6;

/**
 * Returns the reason a password is refused, phrased to follow the field's name in a sentence, or
 * undefined for an acceptable password.
 *
 * Following NIST SP 800-63B, there are no rules about character types. A password must be hard to
 * guess: neither common nor built from facts about the account.
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
  const known = [localPart, account.email, DEFAULT_SITE_NAME]
    .map(lettersAndDigits)
    .find((word) => word.length >= SHORTEST_REFUSED && lettersAndDigits(password).includes(word));
  if (known) return `must not contain "${known}".`;

  const words = [account.email, account.name, DEFAULT_SITE_NAME].flatMap((text) =>
    text.split(/[\W_]+/),
  );
  // Loaded on first use, because the list of common passwords would delay startup.
  const { isEasyToGuess } = await import('./password-estimator.js');
  if (!isEasyToGuess(password, [...words.filter(isLong), PASSWORD_PLACEHOLDER])) return undefined;
  return (
    'is too easy to guess: it resembles a common password, a pattern, or the name or email address ' +
    'of the account. Use several unrelated words, which are hard to guess and easy to remember.'
  );
}

/** Filters out shorter words, which passwords contain by chance. */
function isLong(word: string): boolean {
  return word.length >= SHORTEST_WORD;
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
