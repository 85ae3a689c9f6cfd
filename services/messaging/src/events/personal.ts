import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only } from '@parley/rules';

/** Types of the lists that a person keeps. */
type PersonalType = 'drafts' | 'saved_snippets' | 'scheduled_messages' | 'reminders';

/** Builds the event `messaging.<type>.<op>` for the clients of the person whose list changed. */
export const personalListChanged = (
  userId: number,
  type: PersonalType,
  op: 'add' | 'update' | 'remove',
  fields: Record<string, unknown>,
  traceparent: string | undefined,
): Event => clientEvent(`messaging.${type}.${op}`, only(userId), { type, op, ...fields }, { traceparent });
