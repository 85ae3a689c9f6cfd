import { errors, errorText } from '@parley/core';
import type {
  ResolveWritingSettingsRequest,
  ResolveWritingSettingsResponse,
} from '@parley/proto/useradmin/v1/writing';
import { settingsOfPeople } from '../../../kernel/db/user-settings.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import { writingSettingsOf } from '../../../people/domain/writing-settings.ts';
import type { Ctx } from '../../context.ts';

const maxPerRequest = 10_000;

/** Other services cache them (`writingSettingsChanged`). @throws BAD_REQUEST for too many people */
export async function resolveWritingSettings(
  _ctx: Ctx,
  { userIds }: ResolveWritingSettingsRequest,
  scope: DbScope,
): Promise<ResolveWritingSettingsResponse> {
  if (userIds.length > maxPerRequest) {
    throw errors.badRequest(
      errorText('At most {limit} people can be looked up at once.', { limit: maxPerRequest }),
    );
  }
  const { value, snapshot } = await scope.snapshot((tx) => settingsOfPeople(tx, userIds));
  return {
    people: value.map(({ userId, settings }) => writingSettingsOf(userId, settings)),
    snapshot,
  };
}
