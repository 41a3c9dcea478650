import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Lowest accepted zxcvbn score (0 to 4): "safely unguessable", more than 10^8 guesses. */
const LEAST_SCORE = 3;

/**
 * Bounds on an estimate, whose duration grows faster than the length of the password. With them, even
 * the worst passwords take less than 100 ms.
 */
const ESTIMATED_CHARACTERS = 40;
const LETTER_SUBSTITUTIONS = 8;

const estimator = new ZxcvbnFactory({
  dictionary: { passwords: dictionary['passwords-common'] },
  graphs: adjacencyGraphs,
  maxLength: ESTIMATED_CHARACTERS,
  l33tMaxSubstitutions: LETTER_SUBSTITUTIONS,
});

/**
 * Reports whether a password resembles one of 49,000 common passwords, a pattern or one of the words.
 *
 * @param words words that an attacker would try first
 */
export function isEasyToGuess(password: string, words: string[]): boolean {
  return estimator.check(password, words).score < LEAST_SCORE;
}
