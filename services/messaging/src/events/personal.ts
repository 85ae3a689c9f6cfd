import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only } from '@parley/rules';

/** Kinds of what a person keeps for later. */
type PersonalType = 'drafts' | 'saved_snippets' | 'scheduled_messages' | 'reminders';

/** Tells a person's clients of a change of what they keep. Event kinds `messaging.<type>.<op>`. */
export const personalListChanged = (
  userId: number,
  type: PersonalType,
  op: 'add' | 'update' | 'remove',
  fields: Record<string, unknown>,
  traceparent: string | undefined,
): Event => clientEvent(`messaging.${type}.${op}`, only(userId), { type, op, ...fields }, { traceparent });
