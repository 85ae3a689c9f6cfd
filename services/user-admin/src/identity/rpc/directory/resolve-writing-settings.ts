import { errors } from '@parley/core';
import type {
  ResolveWritingSettingsRequest,
  ResolveWritingSettingsResponse,
} from '@parley/proto/useradmin/v1/writing';
import { settingsOfPeople } from '../../../kernel/db/user-settings.ts';
import type { Ctx } from '../../context.ts';
import { writingSettingsOf } from '../../domain/writing-settings.ts';

/** Most people in one question. */
const maxQuestions = 10_000;

/**
 * What people set for how they write, of those who exist, for other services' directories; kept fresh by the fact
 * `writingSettingsChanged`.
 */
export async function resolveWritingSettings(
  ctx: Ctx,
  { userIds }: ResolveWritingSettingsRequest,
): Promise<ResolveWritingSettingsResponse> {
  if (userIds.length > maxQuestions) {
    throw errors.badRequest(`At most ${maxQuestions} people can be looked up at once.`);
  }
  const { value, snapshot } = await ctx.db.snapshot((tx) => settingsOfPeople(tx, userIds));
  return {
    people: value.map(({ userId, settings }) => writingSettingsOf(userId, settings)),
    snapshot,
  };
}
