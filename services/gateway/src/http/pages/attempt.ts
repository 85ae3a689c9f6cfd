import { ParleyError } from '@parley/core';
import type { Language } from '@parley/texts';

/** The result of submitting a form: a value, or the problem that the form shows to the person. */
export type Attempt<T> = { value: T; problem?: undefined } | { problem: string; status: number };

/** Returns a refusal as a message in the given language. @throws errors of the server (500 and above) */
export async function attempt<T>(language: Language, action: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await action() };
  } catch (error) {
    if (!(error instanceof ParleyError) || error.status >= 500) throw error;
    return { problem: error.messageIn(language), status: error.status };
  }
}
