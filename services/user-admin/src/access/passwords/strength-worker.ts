/** Worker thread that judges new passwords. It has the priority of requests: it does a hundredth of the work of hashing. */

import { parentPort } from 'node:worker_threads';
import { errorMessage } from '@parley/core';
import { guessesFor } from '@parley/rules/password-strength';

/** Task for the thread: estimate how many guesses a password takes. */
export type StrengthTask = { password: string; known: readonly string[] };
export type StrengthAnswer = { guesses: number } | { problem: string };

parentPort?.on('message', (task: StrengthTask) => parentPort?.postMessage(answerTo(task)));

function answerTo({ password, known }: StrengthTask): StrengthAnswer {
  try {
    return { guesses: guessesFor(password, known) };
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}
