/** Events about what a person comes to see, or sees no longer, with a new role; for that person alone. */

import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only } from '@parley/rules';
import type { Person } from '../../kernel/domain/person.ts';
import { presentBot } from '../domain/present-user.ts';

const toViewer = (
  viewerId: number,
  event: ClientEvent<'realm_bot/add' | 'realm_bot/delete' | 'realm_user/update'>,
): Event => clientEvent('user-admin.role.told', only(viewerId), event);

/** The viewer comes to see a bot of another person. */
export const botShown = (bot: Person, viewerId: number): Event =>
  toViewer(viewerId, { type: 'realm_bot', op: 'add', bot: presentBot(bot) });

/** The viewer no longer sees a bot of another person. */
export const botHidden = (botId: number, viewerId: number): Event =>
  toViewer(viewerId, { type: 'realm_bot', op: 'delete', bot: { user_id: botId } });

/** The viewer comes to see a person's real address, or no longer sees it (null). */
export const addressVisibilityChanged = (
  viewerId: number,
  userId: number,
  delivery_email: string | null,
): Event =>
  toViewer(viewerId, { type: 'realm_user', op: 'update', person: { user_id: userId, delivery_email } });
