import { isDeepStrictEqual } from 'node:util';
import { errorText } from '@parley/texts';
import { errors } from './errors.ts';

/**
 * Checks that an object still has the values that the client has read (docs/api/requests.md#expected-values).
 * @param expected values by the names of fields in the API; undefined to check nothing
 * @param present the object in the form of the API
 * @throws EXPECTATION_MISMATCH with the current values of the fields that differ; BAD_REQUEST for an unknown field
 */
export function expectFields(expected: Readonly<Record<string, unknown>> | undefined, present: object): void {
  if (!expected) return;
  const presentValues: ReadonlyMap<string, unknown> = new Map(Object.entries(present));
  const differing: Record<string, unknown> = {};
  for (const [name, seen] of Object.entries(expected)) {
    if (!presentValues.has(name)) throw errors.badRequest(errorText("There is no field '{name}'.", { name }));
    const value = presentValues.get(name) ?? null;
    if (!isDeepStrictEqual(seen, value)) differing[name] = value;
  }
  if (Object.keys(differing).length > 0) throw errors.expectationMismatch('expected', { current: differing });
}
