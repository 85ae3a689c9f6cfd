import { visitor } from '@parley/core';
import { describe, expect, it } from 'vitest';
import {
  type ChannelRight,
  mayDeleteAny,
  mayDeleteOwn,
  mayMoveOut,
  mayMoveWithin,
  mayReadContent,
  mayResolveTopics,
  maySeeMetadata,
  maySend,
} from './channel-rights.ts';

const channels = {
  public: { isPrivate: false, isWebPublic: false, isArchived: false },
  web: { isPrivate: false, isWebPublic: true, isArchived: false },
  private: { isPrivate: true, isWebPublic: false, isArchived: false },
  archived: { isPrivate: false, isWebPublic: false, isArchived: true },
} as const;
const roles = { admin: 200, member: 400, guest: 600 } as const;

// Columns: the person; the channel; what the person has (`in`: a subscription; a channel's permission without `can_` and
// `_group`; `org:` a permission of the organization); what the person may do: see metadata, read content, send, move within the
// channel, move out of it, resolve topics, delete any message, delete own messages.
const table: [keyof typeof roles, keyof typeof channels, string, string][] = [
  ['member', 'public', '', 'mc------'],
  ['member', 'public', 'send_message', 'mcs-----'],
  ['member', 'public', 'move_messages_within_channel', 'mc-w----'],
  ['member', 'public', 'org:move_messages_between_topics', 'mc-w----'],
  ['member', 'public', 'org:move_messages_between_channels', 'mc--o---'],
  ['member', 'public', 'move_messages_out_of_channel', 'mc--o---'],
  ['member', 'public', 'resolve_topics', 'mc---r--'],
  ['member', 'public', 'org:resolve_topics', 'mc---r--'],
  ['member', 'public', 'org:delete_own_message', 'mc-----d'],
  ['member', 'public', 'delete_any_message', 'mc----ad'],
  ['member', 'private', 'send_message org:delete_any_message', '--------'],
  ['member', 'private', 'administer_channel send_message', 'm-------'],
  ['member', 'private', 'subscribe send_message', 'mcs-----'],
  ['member', 'private', 'add_subscribers send_message', 'mcs-----'],
  ['member', 'private', 'in send_message', 'mcs-----'],
  ['admin', 'private', 'send_message org:delete_any_message', 'm-------'],
  ['guest', 'public', 'send_message', '--------'],
  ['guest', 'public', 'in send_message', 'mcs-----'],
  ['guest', 'private', 'subscribe send_message', '--------'],
  ['guest', 'web', 'send_message', 'mc------'],
  ['guest', 'web', 'in send_message', 'mcs-----'],
  ['member', 'archived', 'in send_message delete_any_message resolve_topics', 'mc------'],
];

describe('rights in a channel', () => {
  it.each(table)('%s, %s, holding "%s": %s', (who, where, held, expected) => {
    const words = held.split(' ');
    const person = { role: roles[who] };
    const channel = channels[where];
    const standing = {
      isSubscribed: words.includes('in'),
      holds: (right: ChannelRight) => words.includes(right.slice('can_'.length, -'_group'.length)),
    };
    const organization = (right: string) =>
      words.includes(`org:${right.slice('can_'.length, -'_group'.length)}`);
    const asked = [person, channel, standing] as const;
    const answers = [
      maySeeMetadata(...asked),
      mayReadContent(...asked),
      maySend(...asked),
      mayMoveWithin(...asked, organization),
      mayMoveOut(...asked, organization),
      mayResolveTopics(...asked, organization),
      mayDeleteAny(...asked, organization),
      mayDeleteOwn(...asked, organization),
    ];
    expect(answers.map((may, index) => (may ? 'mcsworad'[index] : '-')).join('')).toBe(expected);
  });

  it('let visitors see and read only web-public channels that are not archived', () => {
    const standing = { isSubscribed: false, holds: () => true };
    expect(maySeeMetadata(visitor, channels.web, standing)).toBe(true);
    expect(mayReadContent(visitor, channels.web, standing)).toBe(true);
    expect(maySeeMetadata(visitor, { ...channels.web, isArchived: true }, standing)).toBe(false);
    expect(mayReadContent(visitor, { ...channels.web, isArchived: true }, standing)).toBe(false);
    expect(maySeeMetadata(visitor, channels.public, standing)).toBe(false);
  });
});
