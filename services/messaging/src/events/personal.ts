import { Audience, Event, Origin } from '@parley/proto/events/v1/event';

/** Kinds of what a person keeps for later. */
type PersonalType = 'drafts' | 'saved_snippets' | 'scheduled_messages' | 'reminders';

/** Tells a person's clients of a change of what they keep. Event kinds `messaging.<type>.<op>`. */
export function personalChanged(
  userId: number,
  type: PersonalType,
  op: 'add' | 'update' | 'remove',
  fields: Record<string, unknown>,
  traceparent: string | undefined,
): Event {
  return Event.fromPartial({
    kind: `messaging.${type}.${op}`,
    origin: Origin.MESSAGING,
    deliveries: [
      {
        audience: Audience.create({ userIds: [userId] }),
        type,
        json: Buffer.from(JSON.stringify({ type, op, ...fields })),
      },
    ],
    traceparent: traceparent ?? '',
  });
}
