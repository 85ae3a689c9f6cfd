import { ParleyError } from '@parley/core';

/** What a form's action came to: its value, or the refusal that the person reads beside the form. */
export type Attempt<T> = { value: T; problem?: undefined } | { problem: string; status: number };

/** Failures of the server stay failures. */
export async function attempt<T>(action: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await action() };
  } catch (error) {
    if (!(error instanceof ParleyError) || error.status >= 500) throw error;
    return { problem: error.message, status: error.status };
  }
}
