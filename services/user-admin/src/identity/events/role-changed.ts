/** Builds events about what a person starts or stops seeing with a new role. Only that person receives them. */

import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only } from '@parley/rules';
import type { Person } from '../../kernel/domain/person.ts';
import { presentBot } from '../domain/present-user.ts';

const toViewer = (
  viewerId: number,
  event: ClientEvent<'realm_bot/add' | 'realm_bot/delete' | 'realm_user/update'>,
): Event => clientEvent('user-admin.role.told', only(viewerId), event);

/** Builds the event that shows the viewer a bot of another person. */
export const botShown = (bot: Person, viewerId: number): Event =>
  toViewer(viewerId, { type: 'realm_bot', op: 'add', bot: presentBot(bot) });

/** Builds the event that hides a bot of another person from the viewer. */
export const botHidden = (botId: number, viewerId: number): Event =>
  toViewer(viewerId, { type: 'realm_bot', op: 'delete', bot: { user_id: botId } });

/** Builds the event that shows the viewer a person's real address, or hides it (null). */
export const addressVisibilityChanged = (
  viewerId: number,
  userId: number,
  delivery_email: string | null,
): Event =>
  toViewer(viewerId, { type: 'realm_user', op: 'update', person: { user_id: userId, delivery_email } });
