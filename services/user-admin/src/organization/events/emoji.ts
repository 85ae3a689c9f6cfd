import { clientEvent, type FactValue } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone } from '@parley/rules';
import { type OwnEmoji, presentAll, presentEmoji } from '../domain/custom-emoji.ts';

/**
 * One emoji is new or was taken away, with all for clients that want them all. The latter has two names among
 * clients: each is an event (contract, `realm_emoji`).
 */
export function emojiChanged(
  change: 'added' | 'removed',
  emoji: OwnEmoji,
  all: readonly OwnEmoji[],
  fact: FactValue,
): Event[] {
  const kind = `user-admin.emoji.${change}` as const;
  const event = { type: 'realm_emoji', emoji: presentEmoji(emoji), realm_emoji: presentAll(all) };
  return [
    clientEvent(kind, everyone, { ...event, op: change === 'added' ? 'add' : 'edit' }, { fact }),
    ...(change === 'removed'
      ? [clientEvent(kind, everyone, { ...event, realm_emoji: {}, op: 'update_one' })]
      : []),
  ];
}
