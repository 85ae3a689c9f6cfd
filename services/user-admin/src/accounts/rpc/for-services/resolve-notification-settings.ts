import { errors, errorText } from '@parley/core';
import type {
  ResolveNotificationSettingsRequest,
  ResolveNotificationSettingsResponse,
} from '@parley/proto/useradmin/v1/notifications';
import { settingsOfPeople } from '../../../kernel/db/user-settings.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import { notificationSettingsOf } from '../../../people/domain/notification-settings.ts';
import type { Ctx } from '../../context.ts';

const maxPerRequest = 10_000;

/** The service `notify` caches them (`notificationSettingsChanged`). @throws BAD_REQUEST for too many people */
export async function resolveNotificationSettings(
  _ctx: Ctx,
  { userIds }: ResolveNotificationSettingsRequest,
  scope: DbScope,
): Promise<ResolveNotificationSettingsResponse> {
  if (userIds.length > maxPerRequest) {
    throw errors.badRequest(
      errorText('At most {limit} people can be looked up at once.', { limit: maxPerRequest }),
    );
  }
  const { value, snapshot } = await scope.snapshot((tx) => settingsOfPeople(tx, userIds));
  return {
    people: value.map(({ userId, settings }) => notificationSettingsOf(userId, settings)),
    snapshot,
  };
}
