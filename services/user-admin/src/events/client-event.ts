/** Events that tell clients something and say nothing that caches follow, or one thing. */
import { roles } from '@parley/directory/rules';
import { type Audience, Event, Origin } from '@parley/proto/events/v1/event';
import type { Fact } from '@parley/proto/events/v1/facts';

/** A client event as the API shows it, without its ID. */
export type ClientEvent = { readonly type: string; readonly [field: string]: unknown };

/** Everybody with an account. */
export const everyone: Partial<Audience> = { maxRole: roles.guest };
/** Everyone but guests. */
export const members: Partial<Audience> = { maxRole: roles.member };
/** One person, in all their clients. */
export const only = (userId: number): Partial<Audience> => ({ userIds: [userId] });

/** One client event for one audience. */
export function clientEvent(
  kind: `user-admin.${string}.${string}`,
  audience: Partial<Audience>,
  event: ClientEvent,
  fact?: Fact['value'],
): Event {
  return Event.fromPartial({
    kind,
    origin: Origin.USER_ADMIN,
    deliveries: [{ audience, type: event.type, json: Buffer.from(JSON.stringify(event)) }],
    ...(fact && { fact: { value: fact } }),
  });
}

/** An event that no client hears of. */
export const factEvent = (kind: `user-admin.${string}.${string}`, fact: Fact['value']): Event =>
  Event.fromPartial({ kind, origin: Origin.USER_ADMIN, fact: { value: fact } });
