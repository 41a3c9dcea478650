import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** "Safely unguessable" and better, of zxcvbn's scores from 0 to 4: more than 10^8 guesses. */
const LEAST_SCORE = 3;

/**
 * The time of an estimate grows faster than the length of what it looks at. With these bounds the
 * worst passwords take less than a tenth of a second.
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
 * Whether a password is one of 49,000 common ones, a pattern, or resembles either.
 *
 * @param words what whoever guesses would try first
 */
export function isEasyToGuess(password: string, words: string[]): boolean {
  return estimator.check(password, words).score < LEAST_SCORE;
}
