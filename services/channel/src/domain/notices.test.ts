import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import { Channel } from '@parley/proto/events/v1/facts';
import { textsIn } from '@parley/texts';
import { describe, expect, it } from 'vitest';
import { announcement, changeNotices, groupsInNotices, type Names, subscribedNotice } from './notices.ts';

const english = textsIn('en');
const actor = { userId: 7, fullName: 'Ada' };
type Properties = Partial<Channel>;
const channel = (more: Properties = {}) =>
  Channel.fromPartial({ channelId: 1, name: 'news', historyPublicToSubscribers: true, ...more });
const folders = new Map([[1, 'Old'], [2, 'N*w']]); // biome-ignore format: a table
const names: Names = {
  folder: (id) => folders.get(id),
  group: (id) => (id === 3 ? { rule: 'role:moderators' } : id === 4 ? { name: 'Edi*tors' } : undefined),
};
const noticesOf = (before: Properties, after: Properties, texts = english) =>
  changeNotices({ before: channel(before), after: channel(after), actor }, names, texts);

describe('notices', () => {
  it('link only channels that are not private', () => {
    expect(announcement([channel()], actor, english)).toBe('@_**Ada|7** created a new channel #**news**.');
    expect(subscribedNotice([channel({ inviteOnly: true, name: 'a*b' })], actor, english)).toBe(
      '@_**Ada|7** subscribed you to the channel **`a*b`**.',
    );
  });

  it('describe every property that people can change', () => {
    expect(noticesOf({ firstMessageId: 1 }, { firstMessageId: 2 })).toEqual([]);
    expect(noticesOf({}, { name: '#**secret**' })).toEqual([
      '@_**Ada|7** renamed channel **news** to **`#**secret**`**.',
    ]);
    expect(noticesOf({}, { inviteOnly: true, historyPublicToSubscribers: false })).toEqual([
      '@_**Ada|7** changed the access permissions for this channel from **Public** to **Private, protected history**.',
    ]);
    expect(noticesOf({ folderId: 1 }, { folderId: 2 })).toEqual([
      '@_**Ada|7** changed the folder of this channel from **Old** to **`N*w`**.',
    ]);
    expect(noticesOf({ folderId: 1 }, {})[0]).toContain('from **Old** to *none*');
    expect(noticesOf({}, { messageRetentionDays: 3 })).toEqual([
      '@_**Ada|7** changed the message retention of this channel from **the organization’s setting** to **3 days**.',
    ]);
    expect(noticesOf({ messageRetentionDays: 1 }, { messageRetentionDays: -1 })[0]).toContain(
      'from **1 day** to **forever**',
    );
    expect(noticesOf({ topicsPolicy: 'inherit' }, { topicsPolicy: 'empty_topic_only' })).toEqual([
      '@_**Ada|7** changed the topics of this channel from **the organization’s setting** to **no topics**.',
    ]);
    expect(noticesOf({}, { isDefault: true })).toEqual([
      '@_**Ada|7** made this channel a default channel for new people.',
    ]);
    expect(noticesOf({ isDefault: true }, { isArchived: true })).toEqual([
      '@_**Ada|7** archived this channel.',
    ]);
    expect(noticesOf({ isArchived: true }, {})).toEqual(['@_**Ada|7** unarchived this channel.']);
  });

  it('name the people and groups who held a permission, and those who hold it now', () => {
    const held = (value: GroupSetting['value']): Properties => ({
      groupSettings: { can_send_message_group: { value } },
    });
    const moderators = held({ $case: 'groupId', groupId: 3 });
    const some = held({ $case: 'anonymous', anonymous: { directMembers: [8, 9], directSubgroups: [4, 5] } });
    expect(noticesOf(moderators, some)).toEqual([
      '@_**Ada|7** changed who may post in this channel from **Moderators** to **`Edi*tors`, a group, 2 people**.',
    ]);
    expect(groupsInNotices(channel(moderators), channel(some))).toEqual([3, 4, 5]);
    const nobody = held({ $case: 'anonymous', anonymous: { directMembers: [], directSubgroups: [] } });
    expect(noticesOf(some, nobody)[0]).toContain('to **Nobody**');
    expect(noticesOf({}, moderators)).toEqual([]);
  });

  it('are written in the organization’s language', () => {
    expect(noticesOf({}, { messageRetentionDays: 1 }, textsIn('de'))).toEqual([
      '@_**Ada|7** hat die Aufbewahrung der Nachrichten dieses Kanals von **wie in der Organisation** in **1 Tag** geändert.',
    ]);
  });

  it('quote descriptions so that their Markdown is not rendered', () => {
    const [text] = noticesOf({}, { description: '#**secret** ````\n@**all**' });
    expect(text).toContain('* **Old description:** *No description.*');
    expect(text!.split('````')).toHaveLength(3);
  });
});
