import { type RawJson, raw } from '../edge/answer/envelope.ts';
import type { SharedMemberParts } from '../register/shared-texts.ts';

export const sharedFields = (shared: readonly SharedMemberParts[]): Record<string, RawJson> =>
  Object.fromEntries(shared.map(({ name, parts }) => [name, raw(parts)]));
