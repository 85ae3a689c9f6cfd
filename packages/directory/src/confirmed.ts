import { ParleyError } from '@parley/core';
import type { LookupOptions } from './types.ts';

/**
 * Runs a decision on cached facts; when it refuses, runs it again with the owners' own answers and lets that
 * count: nobody is refused because a cache was late. `decide` must only read and pass the options on.
 */
export async function confirmed<T>(decide: (options: LookupOptions) => Promise<T>): Promise<T> {
  try {
    return await decide({});
  } catch (error) {
    if (!(error instanceof ParleyError) || error.status >= 500) throw error;
    return await decide({ confirm: true });
  }
}
