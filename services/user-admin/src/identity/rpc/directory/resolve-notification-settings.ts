import { errors, errorText } from '@parley/core';
import type {
  ResolveNotificationSettingsRequest,
  ResolveNotificationSettingsResponse,
} from '@parley/proto/useradmin/v1/notifications';
import { settingsOfPeople } from '../../../kernel/db/user-settings.ts';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { notificationSettingsOf } from '../../domain/notification-settings.ts';

/** Maximum number of people in one request. */
const maxPerRequest = 10_000;

/**
 * Returns people's settings for notifications, for the directory of `notify`; the fact `notificationSettingsChanged`
 * keeps its copies fresh.
 * @throws BAD_REQUEST
 */
export async function resolveNotificationSettings(
  _ctx: Ctx,
  { userIds }: ResolveNotificationSettingsRequest,
  scope: Scope,
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
