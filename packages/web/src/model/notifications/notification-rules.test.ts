import { type ChannelId, type Message, type Registration, Store } from '@parley/client';
import { expect, it } from 'vitest';
import { noticeOf, shownCount } from './notification-rules.ts';

const self = 1;

function storeWith(settings: Record<string, boolean>, more: Record<string, unknown> = {}): Store {
  const store = new Store();
  store.load({
    user_id: self,
    user_settings: { enable_desktop_notifications: true, enable_sounds: true, ...settings },
    subscriptions: [
      { stream_id: 1, name: 'plain', is_muted: false },
      {
        stream_id: 2,
        name: 'loud',
        is_muted: false,
        desktop_notifications: true,
        audible_notifications: true,
      },
      { stream_id: 3, name: 'muted', is_muted: true },
    ],
    user_topics: [{ stream_id: 1, topic_name: 'followed', last_updated: 0, visibility_policy: 3 }],
    muted_users: [{ id: 9, timestamp: 0 }],
    ...more,
  } as unknown as Registration);
  return store;
}

const inChannel = (channelId: ChannelId, subject = 'topic', sender = 2) =>
  ({ id: 1, sender_id: sender, stream_id: channelId, subject }) as unknown as Message;
const direct = { id: 1, sender_id: 2, subject: '' } as unknown as Message;

const both = { isShown: true, isHeard: true };
const neither = { isShown: false, isHeard: false };

it.each<[string, Record<string, boolean>, Message, string[], object]>([
  ['a direct message', {}, direct, [], both],
  ['a direct message, without sounds', { enable_sounds: false }, direct, [], { ...both, isHeard: false }],
  [
    'a direct message, without the desktop',
    { enable_desktop_notifications: false },
    direct,
    [],
    { ...both, isShown: false },
  ],
  ['a message that was read elsewhere', {}, direct, ['read'], neither],
  ['an own message', {}, { ...direct, sender_id: self }, [], neither],
  ['a message of a muted sender', {}, { ...direct, sender_id: 9 }, [], neither],
  ['a mention', {}, inChannel(1), ['mentioned'], both],
  ['a mention in a muted channel', {}, inChannel(3), ['mentioned'], both],
  ['an alert word', {}, inChannel(1), ['has_alert_word'], both],
  ['a mention of all', {}, inChannel(1), ['stream_wildcard_mentioned'], both],
  [
    'a mention of all that the person ignores',
    { wildcard_mentions_notify: false },
    inChannel(1),
    ['stream_wildcard_mentioned'],
    neither,
  ],
  ['a message in a channel', {}, inChannel(1), [], neither],
  [
    'a message in any channel, as set',
    { enable_stream_desktop_notifications: true },
    inChannel(1),
    [],
    { ...neither, isShown: true },
  ],
  [
    'a message in any channel, with its sound',
    { enable_stream_audible_notifications: true },
    inChannel(1),
    [],
    { ...neither, isHeard: true },
  ],
  [
    'a message in a followed topic, without the desktop',
    { enable_followed_topic_desktop_notifications: false },
    inChannel(1, 'followed'),
    [],
    { ...both, isShown: false },
  ],
  [
    'a message in a followed topic, without its sound',
    { enable_followed_topic_audible_notifications: false },
    inChannel(1, 'followed'),
    [],
    { ...both, isHeard: false },
  ],
  [
    'a mention of all in a followed topic, for a person who ignores them elsewhere',
    { wildcard_mentions_notify: false, enable_followed_topic_desktop_notifications: false },
    inChannel(1, 'followed'),
    ['stream_wildcard_mentioned'],
    both,
  ],
  [
    'a mention of all in a followed topic that the person ignores',
    {
      enable_followed_topic_wildcard_mentions_notify: false,
      enable_followed_topic_desktop_notifications: false,
      enable_followed_topic_audible_notifications: false,
    },
    inChannel(1, 'followed'),
    ['stream_wildcard_mentioned'],
    neither,
  ],
  ['a message in a channel with settings of its own', {}, inChannel(2), [], both],
  ['a message in a muted channel', { enable_stream_desktop_notifications: true }, inChannel(3), [], neither],
  ['a message in a followed topic', {}, inChannel(1, 'followed'), [], both],
])('%s notifies according to the settings', (_name, settings, message, flags, notice) => {
  expect(noticeOf(storeWith(settings), message, flags)).toEqual(notice);
});

it.each([
  ['all unread messages', 1, 9],
  ['direct messages, mentions and followed topics', 2, 5],
  ['direct messages and mentions', 3, 3],
  ['none', 4, 0],
])('the number on the tab counts %s', (_name, kind, count) => {
  const totals = { count: 9, mentions: 2, direct: 2, personal: 3, personalAndFollowed: 5 };
  expect(shownCount(totals, kind)).toBe(count);
});

it('is quiet during a pause, in quiet hours and on quiet days, also for mentions', () => {
  const now = Date.parse('2026-03-02T12:00:00Z');
  const people = { realm_users: [{ user_id: self, full_name: 'Self', timezone: 'UTC' }] };
  const noticed = (settings: Record<string, unknown>) =>
    noticeOf(storeWith(settings as Record<string, boolean>, people), direct, ['mentioned'], now);
  expect(noticed({ notifications_paused_until: now / 1000 + 60 })).toEqual(neither);
  expect(noticed({ notifications_paused_until: now / 1000 })).toEqual(both);
  const hours = { quiet_hours_from_minute: 11 * 60, quiet_hours_to_minute: 13 * 60 };
  expect(noticed({ ...hours, quiet_hours_enabled: true })).toEqual(neither);
  expect(noticed({ ...hours, quiet_hours_enabled: false })).toEqual(both);
  expect(noticed({ quiet_days: 1 })).toEqual(neither);
  expect(noticed({ quiet_days: 2 })).toEqual(both);
});
