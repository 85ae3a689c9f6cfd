/** What somebody comes to know, or knows no longer, with another role; for them alone. */

import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only } from '@parley/rules';
import type { Person } from '../../kernel/domain/person.ts';
import { presentBot } from '../domain/present-user.ts';

const told = (viewerId: number, event: { type: string; [name: string]: unknown }): Event =>
  clientEvent('user-admin.role.told', only(viewerId), event);

/** Another's bot. */
export const botShown = (bot: Person, viewerId: number): Event =>
  told(viewerId, { type: 'realm_bot', op: 'add', bot: presentBot(bot) });

/** Another's bot is not theirs to see any more. */
export const botHidden = (botId: number, viewerId: number): Event =>
  told(viewerId, { type: 'realm_bot', op: 'delete', bot: { user_id: botId } });

/** Somebody's real address, or null when it is not theirs to see any more. */
export const addressTold = (viewerId: number, userId: number, delivery_email: string | null): Event =>
  told(viewerId, { type: 'realm_user', op: 'update', person: { user_id: userId, delivery_email } });
