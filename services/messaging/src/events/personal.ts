import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only } from '@parley/rules';

/** An event about a personal list. */
type PersonalListEvent = ClientEvent<
  | `${'drafts' | 'saved_snippets' | 'scheduled_messages'}/${'add' | 'update' | 'remove'}`
  | `reminders/${'add' | 'remove'}`
>;

/** Builds the event `messaging.<type>.<op>` for the clients of the person whose list changed. */
export const personalListChanged = (
  userId: number,
  event: PersonalListEvent,
  traceparent: string | undefined,
): Event => clientEvent(`messaging.${event.type}.${event.op}`, only(userId), event, { traceparent });
