import { ApiError } from '@parley/client';
import { FormError } from '../model/failures.ts';
import { f } from './texts.ts';

/** Expected current values, by field name. Requests that change an object carry them in the parameter `expected`. */
export type Expected = Record<string, unknown>;

/** Returns whether the server refused a change because the object has changed since the page read it. */
export const isMismatch = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'EXPECTATION_MISMATCH';

/** Fields with texts of people. Errors show no other values, which are technical terms of the API. */
const written = new Set([
  'delivery_email',
  'description',
  'full_name',
  'hint',
  'jitsi_server_url',
  'name',
  'pattern',
  'url_template',
  'welcome_message_custom_text',
]);

/**
 * Returns a function that changes fields of an object, on condition that their stored values are those that the person sees. If the
 * condition fails, it throws a `FormError` with what another person stored; the next attempt overwrites that.
 * @param stored the object as the page knows it
 */
export function createExpecting(stored: () => object | undefined) {
  // Current values that a refused request returned. They apply until the event of the other person's change arrives.
  let told: { readonly seen: string; readonly current: Expected } | undefined;
  return async (
    names: readonly string[],
    send: (expected: Expected) => Promise<unknown>,
  ): Promise<unknown> => {
    const object = (stored() ?? {}) as Expected;
    const seen: Expected = Object.fromEntries(names.map((name) => [name, object[name] ?? null]));
    const key = JSON.stringify(seen);
    const known = told?.seen === key ? told.current : {};
    try {
      return await send({ ...seen, ...known });
    } catch (error) {
      if (!isMismatch(error)) throw error;
      const current = error.fields.current as Expected;
      told = { seen: key, current: { ...known, ...current } };
      const value = Object.entries(current)
        .filter(([name, each]) => written.has(name) && typeof each === 'string' && each !== '')
        .map(([, each]) => each)
        .join(' · ');
      throw new FormError(value === '' ? f('replaceUnknown') : f('replaceValue', { value }));
    }
  };
}
