import { ParleyError } from '@parley/core';

/** Result of a form's action: its value, or the refusal to show in the form. */
export type Attempt<T> = { value: T; problem?: undefined } | { problem: string; status: number };

/** Runs a form's action and catches refusals; server errors are rethrown. */
export async function attempt<T>(action: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await action() };
  } catch (error) {
    if (!(error instanceof ParleyError) || error.status >= 500) throw error;
    return { problem: error.message, status: error.status };
  }
}
