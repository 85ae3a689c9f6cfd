import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only, type UserId } from '@parley/rules';

type PersonalListEvent = ClientEvent<
  | `${'drafts' | 'saved_snippets' | 'scheduled_messages'}/${'add' | 'update' | 'remove'}`
  | `reminders/${'add' | 'remove'}`
>;

/** Builds the event `messaging.<type>.<op>`. Only the clients of the person whose list changed receive it. */
export const personalListChanged = (
  userId: UserId,
  event: PersonalListEvent,
  traceparent: string | undefined,
): Event => clientEvent(`messaging.${event.type}.${event.op}`, only(userId), event, { traceparent });
