import { clientEvent, type FactValue } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone } from '@parley/rules';
import { type CustomEmoji, presentEmoji, presentEmojiById } from '../domain/custom-emoji.ts';

/**
 * Builds the events for an added or removed emoji, for everybody. The first event also contains all emoji, which older clients
 * need. A removal has two events, because clients know it by two different `op` values (docs/api/organization.md#custom-emoji).
 */
export function emojiChanged(
  change: 'added' | 'removed',
  emoji: CustomEmoji,
  all: readonly CustomEmoji[],
  fact: FactValue,
): Event[] {
  const kind = `user-admin.emoji.${change}` as const;
  const event = {
    type: 'realm_emoji',
    emoji: presentEmoji(emoji),
    realm_emoji: presentEmojiById(all),
  } as const;
  return [
    clientEvent(kind, everyone, { ...event, op: change === 'added' ? 'add' : 'edit' }, { fact }),
    ...(change === 'removed'
      ? [clientEvent(kind, everyone, { ...event, realm_emoji: {}, op: 'update_one' })]
      : []),
  ];
}
