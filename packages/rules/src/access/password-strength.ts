/**
 * Estimates how easily passwords are guessed. It contains a list of leaked passwords, of 200 KB when compressed, so this file is
 * loaded on first use: by the threads of user-admin that compute hashes, and by the forms of the web client for a new password.
 */
import { partBefore } from '@parley/core/required';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { limits } from '../limits.ts';

let estimator: ZxcvbnFactory | undefined;

/**
 * Returns how many attempts an attacker needs who tries leaked passwords first, then their combinations with sequences, repetitions,
 * dates, neighbouring keys, and what is known of the person.
 * @param known texts such as the person's mail address and name
 */
export function guessesFor(password: string, known: readonly string[]): number {
  estimator ??= new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: limits.passwordMaxLength,
  });
  return estimator.check(password, known.flatMap(wordsOf)).guesses;
}

/** Returns a text, the part of a mail address before the `@`, its words, and its words without what separates them. */
function wordsOf(text: string): string[] {
  const name = partBefore(text, '@');
  const words = name.split(/[^\p{L}\p{N}]+/u);
  return [...new Set([text, name, words.join(''), ...words])].filter(Boolean);
}

/** How well a password resists guessing. The server refuses `weak` ones. */
export type Strength = 'weak' | 'fair' | 'good' | 'strong';

export function strengthOf(guesses: number): Strength {
  if (guesses < limits.passwordMinGuesses) return 'weak';
  if (guesses < 1e8) return 'fair';
  return guesses < 1e10 ? 'good' : 'strong';
}
