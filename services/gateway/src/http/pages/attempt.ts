import { ParleyError } from '@parley/core';
import type { Language } from '@parley/texts';

/** The result of a form's action: its value, or the refusal that the form shows. */
export type Attempt<T> = { value: T; problem?: undefined } | { problem: string; status: number };

/** Runs a form's action and catches refusals, for people who read the language; server errors are rethrown. */
export async function attempt<T>(language: Language, action: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await action() };
  } catch (error) {
    if (!(error instanceof ParleyError) || error.status >= 500) throw error;
    return { problem: error.messageIn(language), status: error.status };
  }
}
