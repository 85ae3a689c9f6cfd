import { type RawJson, raw } from '../edge/answer/envelope.ts';
import type { SharedMemberParts } from '../register/shared-texts.ts';

/** Returns shared members as members of a body. Their JSON texts are shared by many answers. */
export const sharedFields = (shared: readonly SharedMemberParts[]): Record<string, RawJson> =>
  Object.fromEntries(shared.map(({ name, parts }) => [name, raw(parts)]));
