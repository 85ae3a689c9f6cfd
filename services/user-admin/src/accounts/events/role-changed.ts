/** Events about data that a person may or may not see any more, because of a new role. Only that person gets them. */
import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only, type UserId } from '@parley/rules';
import type { Person } from '../../kernel/domain/person.ts';
import { presentBot } from '../../people/domain/present-user.ts';

const toViewer = (
  viewerId: UserId,
  event: ClientEvent<'realm_bot/add' | 'realm_bot/delete' | 'realm_user/update'>,
): Event => clientEvent('user-admin.role.told', only(viewerId), event);

export const botShown = (bot: Person, viewerId: UserId): Event =>
  toViewer(viewerId, { type: 'realm_bot', op: 'add', bot: presentBot(bot) });

export const botHidden = (botId: UserId, viewerId: UserId): Event =>
  toViewer(viewerId, { type: 'realm_bot', op: 'delete', bot: { user_id: botId } });

/** Builds the event that shows a person's real address in the viewer's clients; with null, the event that hides it. */
export const addressVisibilityChanged = (
  viewerId: UserId,
  userId: UserId,
  delivery_email: string | null,
): Event =>
  toViewer(viewerId, { type: 'realm_user', op: 'update', person: { user_id: userId, delivery_email } });
