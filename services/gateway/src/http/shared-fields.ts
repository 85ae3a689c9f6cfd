import { type RawJson, raw } from '../edge/envelope.ts';
import type { SharedMemberParts } from '../register/shared-texts.ts';

/** Returns the members of a body whose texts answers share. */
export const sharedFields = (shared: readonly SharedMemberParts[]): Record<string, RawJson> =>
  Object.fromEntries(shared.map(({ name, parts }) => [name, raw(parts)]));
