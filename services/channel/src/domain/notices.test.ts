import { Channel } from '@parley/proto/events/v1/facts';
import { describe, expect, it } from 'vitest';
import { announcement, changeNotices, subscribedNotice } from './notices.ts';

const actor = { userId: 7, fullName: 'Ada' };
const channel = (more: Partial<Channel> = {}) =>
  Channel.fromPartial({ channelId: 1, name: 'news', historyPublicToSubscribers: true, ...more });
const folders = new Map([[1, 'Old'], [2, 'N*w']]); // biome-ignore format: a table
const noticesOf = (before: Partial<Channel>, after: Partial<Channel>) =>
  changeNotices(channel(before), channel(after), actor, (id) => folders.get(id));

describe('notices', () => {
  it('link only channels that are not private', () => {
    expect(announcement([channel()], actor)).toBe('@_**Ada|7** created a new channel #**news**.');
    expect(subscribedNotice([channel({ inviteOnly: true, name: 'a*b' })], actor)).toBe(
      '@_**Ada|7** subscribed you to the channel **a\\*b**.',
    );
  });

  it('describe the changed properties that have notices, and no others', () => {
    expect(noticesOf({}, { topicsPolicy: 'empty_topic_only', messageRetentionDays: 3 })).toEqual([]);
    expect(noticesOf({}, { name: '#**secret**' })).toEqual([
      '@_**Ada|7** renamed channel **news** to **\\#\\*\\*secret\\*\\***.',
    ]);
    expect(noticesOf({}, { inviteOnly: true, historyPublicToSubscribers: false })).toEqual([
      '@_**Ada|7** changed the access permissions for this channel from **Public** to **Private, protected history**.',
    ]);
    expect(noticesOf({ folderId: 1 }, { folderId: 2 })).toEqual([
      '@_**Ada|7** changed the folder of this channel from **Old** to **N\\*w**.',
    ]);
    expect(noticesOf({ folderId: 1 }, {})[0]).toContain('from **Old** to *none*');
  });

  it('quote descriptions so that their Markdown is not rendered', () => {
    const [text] = noticesOf({}, { description: '#**secret** ````\n@**all**' });
    expect(text).toContain('* **Old description:** *No description.*');
    expect(text!.split('````')).toHaveLength(3);
  });
});
