import { credentialMark, jsonSchemaOf } from '@parley/api';
import { events } from '@parley/api/events';
import { describe, expect, it } from 'vitest';
import { bits, type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';
import { adapt as adaptNamed, maskOf } from './index.ts';

const adapt = (event: EventJson, form: Form) => adaptNamed(event, form, 'general chat');

describe('adapters', () => {
  it('remove credentials for API keys with limits, from every event that has one', () => {
    const form = bits('without_credentials');
    const archive = { id: 1, export_url: 'https://chat.example/user_uploads/exports/token' };
    const event = { type: 'realm_export', exports: [archive, { ...archive, id: 2, export_url: null }] };
    expect(adapt(event, 0)).toEqual([event]);
    const without = event.exports.map((each) => ({ ...each, export_url: null }));
    expect(adapt(event, form)).toEqual([{ ...event, exports: without }]);
    const typesWithCredentials = Object.entries(events).flatMap(([name, schema]) =>
      JSON.stringify(jsonSchemaOf(schema)).includes(credentialMark) ? [name.split('/')[0]!] : [],
    );
    expect(typesWithCredentials).toEqual(['realm_export']);
    for (const type of typesWithCredentials)
      expect([type, has(maskOf(type), 'without_credentials')]).toEqual([type, true]);
  });

  it('name the empty topic, except in direct messages', () => {
    const event = { type: 'update_message', subject: '', orig_subject: 'a', content: '' };
    expect(adapt(event, 0)).toEqual([{ ...event, subject: 'general chat' }]);
    expect(adapt(event, bits('empty_topic_name'))).toEqual([event]);
    const drafts = {
      type: 'drafts',
      op: 'add',
      drafts: [
        { type: 'stream', to: [1], topic: '' },
        { type: 'private', to: [1], topic: '' },
        { type: '', to: [], topic: '' },
      ],
    };
    expect(adapt(drafts, 0)[0]!.drafts).toMatchObject([
      { topic: 'general chat' },
      { topic: '' },
      { topic: '' },
    ]);
    const scheduled = {
      type: 'scheduled_messages',
      op: 'update',
      scheduled_message: { type: 'stream', topic: '' },
    };
    expect(adapt(scheduled, 0)[0]!.scheduled_message).toMatchObject({ topic: 'general chat' });
    expect(scheduled.scheduled_message.topic).toBe('');
    const unread = {
      type: 'update_message_flags',
      op: 'remove',
      message_details: {
        5: { type: 'stream', stream_id: 1, topic: '' },
        6: { type: 'private', user_ids: [] },
      },
    };
    const reminders = { type: 'reminders', op: 'add', reminders: [{ type: 'stream', topic: '' }] };
    expect(adapt(reminders, 0)[0]!.reminders).toMatchObject([{ topic: 'general chat' }]);
    const typing = { type: 'typing_edit_message', op: 'start', recipient: { type: 'channel', topic: '' } };
    for (const form of [0, bits('empty_topic_name')]) {
      const topic = form === 0 ? 'general chat' : '';
      const wanted = [{ ...typing, recipient: { type: 'channel', topic } }];
      expect(adapt(typing, form | bits('stream_typing_notifications'))).toEqual(wanted);
    }
    expect(adapt(typing, bits('empty_topic_name'))).toEqual([]);
    const direct = { ...typing, recipient: { type: 'direct', user_ids: [1] } };
    expect(adapt(direct, 0)).toEqual([direct]);
    const policy = { type: 'user_topic', stream_id: 1, topic_name: '', visibility_policy: 3 };
    expect(adapt(policy, 0)).toEqual([{ ...policy, topic_name: 'general chat' }]);
    expect(adapt(policy, bits('empty_topic_name'))).toEqual([policy]);
    expect(adapt(unread, 0)[0]!.message_details).toEqual({
      5: { type: 'stream', stream_id: 1, topic: 'general chat' },
      6: { type: 'private', user_ids: [] },
    });
  });

  it('leave the person out of reactions for clients that read the ID alone', () => {
    const reaction = { type: 'reaction', op: 'add', user_id: 7, emoji_name: 'tada', message_id: 5 };
    const event = { ...reaction, user: { user_id: 7, email: 'a@x.test', full_name: 'A' } };
    expect(adapt(event, 0)).toEqual([event]);
    expect(adapt(event, bits('reactions_without_user'))).toEqual([reaction]);
  });

  it('remove archived channels for clients without the capability', () => {
    const archived = { type: 'stream', op: 'update', stream_id: 3, property: 'is_archived', value: true };
    const back = { ...archived, value: false };
    const create = { type: 'stream', op: 'create', streams: [{ stream_id: 3 }] };
    const gone = { type: 'stream', op: 'delete', streams: [{ stream_id: 3 }], stream_ids: [3] };
    expect(adapt(archived, 0)).toEqual([gone]);
    expect(adapt(back, 0)).toEqual([]);
    expect(adapt({ ...create, was_archived: true }, 0)).toEqual([create]);
    const knows = bits('archived_channels');
    expect(adapt(archived, knows)).toEqual([archived]);
    expect(adapt(back, knows)).toEqual([back]);
    expect(adapt({ ...create, was_archived: true }, knows)).toEqual([]);
    for (const form of [0, knows]) expect(adapt(create, form)).toEqual([create]);
    const peers = { type: 'subscription', op: 'peer_add', stream_ids: [3], user_ids: [7] };
    expect(adapt({ ...peers, was_archived: true }, 0)).toEqual([peers]);
    expect(adapt({ ...peers, was_archived: true }, knows)).toEqual([]);
    for (const form of [0, knows]) expect(adapt(peers, form)).toEqual([peers]);
    const both = { ...create, streams: [{ stream_id: 3, is_archived: true }, { stream_id: 4 }] };
    expect(adapt(both, 0)).toEqual([{ ...create, streams: [{ stream_id: 4 }] }]);
    expect(adapt({ ...create, streams: [{ stream_id: 3, is_archived: true }] }, 0)).toEqual([]);
    expect(adapt(both, knows)).toEqual([both]);
  });

  it('remove deactivated groups for clients without the capability', () => {
    const gone = { type: 'user_group', op: 'update', group_id: 3, data: { deactivated: true } };
    const back = { ...gone, data: { deactivated: false } };
    const renamed = { ...gone, data: { name: 'x' } };
    const whole = { type: 'user_group', op: 'add', group: { id: 3 } };
    expect(adapt(gone, 0)).toEqual([{ type: 'user_group', op: 'remove', group_id: 3 }]);
    expect(adapt(back, 0)).toEqual([]);
    expect(adapt({ ...whole, was_deactivated: true }, 0)).toEqual([whole]);
    const knows = bits('include_deactivated_groups');
    expect(adapt(gone, knows)).toEqual([gone]);
    expect(adapt(back, knows)).toEqual([back]);
    expect(adapt({ ...whole, was_deactivated: true }, knows)).toEqual([]);
    for (const form of [0, knows])
      for (const event of [whole, renamed]) expect(adapt(event, form)).toEqual([event]);
  });

  it('send deletions one by one to clients without the capability for bulk deletion', () => {
    const event = {
      type: 'delete_message',
      message_ids: [1, 2],
      message_type: 'stream',
      stream_id: 3,
      topic: '',
    };
    expect(adapt(event, bits('bulk_message_deletion', 'empty_topic_name'))).toEqual([event]);
    const rest = { type: 'delete_message', message_type: 'stream', stream_id: 3, topic: 'general chat' };
    expect(adapt(event, 0)).toEqual([
      { ...rest, message_id: 1 },
      { ...rest, message_id: 2 },
    ]);
  });

  it('leave out linkifiers and channel typing for clients without the capability', () => {
    const linkifiers = { type: 'realm_linkifiers', realm_linkifiers: [] };
    expect(adapt(linkifiers, 0)).toEqual([]);
    expect(adapt(linkifiers, bits('linkifier_url_template'))).toEqual([linkifiers]);
    const typing = { type: 'typing', op: 'start', message_type: 'stream', stream_id: 1, topic: 't' };
    expect(adapt(typing, 0)).toEqual([]);
    expect(adapt(typing, bits('stream_typing_notifications'))).toEqual([typing]);
    expect(adapt({ type: 'typing', op: 'start', message_type: 'direct' }, 0)).toHaveLength(1);
  });

  it('send presence by user ID, or person by person in the older format', () => {
    const person = { user_id: 7, server_timestamp: 12.5, presence: { website: { status: 'active' } } };
    const event = {
      type: 'presence',
      presences: { 7: { active_timestamp: 12 } },
      person: { ...person, email: 'p@demo.example' },
    };
    expect(adapt(event, bits('simplified_presence_events'))).toEqual([
      { type: 'presence', presences: { 7: { active_timestamp: 12 } } },
    ]);
    expect(adapt(event, 0)).toEqual([{ type: 'presence', ...person, email: 'p@demo.example' }]);
    expect(adapt(event, bits('slim_presence'))).toEqual([{ type: 'presence', ...person }]);
  });

  it('send emoji one by one, or all together', () => {
    const emoji = { id: '3', name: 'parrot', deactivated: true };
    const event = { type: 'realm_emoji', op: 'edit', emoji, realm_emoji: { 3: emoji } };
    expect(adapt(event, 0)).toEqual([{ type: 'realm_emoji', op: 'update', realm_emoji: { 3: emoji } }]);
    expect(adapt({ ...event, op: 'update_one' }, 0)).toEqual([]);
    for (const op of ['edit', 'update_one']) {
      expect(adapt({ ...event, op }, bits('individual_emoji_changes'))).toEqual([
        { type: 'realm_emoji', op, emoji_id: '3', data: { deactivated: true } },
      ]);
    }
    expect(adapt({ ...event, op: 'add' }, bits('individual_emoji_changes'))).toEqual([
      { type: 'realm_emoji', op: 'add', emoji },
    ]);
  });

  it('replace inherited notification settings by the person’s own settings for clients that do not accept null', () => {
    const own = { stream_id: 3, desktop_notifications: false, email_notifications: null };
    const both = {
      ...own,
      push_notifications: null,
      audible_notifications: true,
      wildcard_mentions_notify: null,
    };
    const add = { type: 'subscription', op: 'add', subscriptions: [both] };
    const form = bits(
      'archived_channels',
      'push_notifications',
      'desktop_notifications',
      'wildcard_mentions_notify',
    );
    expect(adapt(add, form)).toEqual([
      {
        ...add,
        subscriptions: [
          { ...both, email_notifications: false, push_notifications: true, wildcard_mentions_notify: true },
        ],
      },
    ]);
    expect(adapt(add, form | bits('notification_settings_null'))).toEqual([add]);
    const update = {
      type: 'subscription',
      op: 'update',
      stream_id: 3,
      property: 'push_notifications',
      value: null,
    };
    expect(adapt(update, form)).toEqual([{ ...update, value: true }]);
    expect(adapt(update, 0)).toEqual([{ ...update, value: false }]);
    expect(adapt({ ...update, value: false }, form)).toEqual([{ ...update, value: false }]);
    expect(adapt(update, bits('notification_settings_null'))).toEqual([update]);
  });

  it('keep users whom a guest can no longer see, without a name, for clients that need every user', () => {
    const gone = { type: 'realm_user', op: 'remove', person: { user_id: 3, full_name: 'Unknown user' } };
    expect(adapt(gone, bits('user_list_incomplete'))).toEqual([gone]);
    expect(adapt(gone, 0)).toEqual([{ ...gone, op: 'update' }]);
    const add = { type: 'realm_user', op: 'add', person: { user_id: 3 } };
    for (const form of [0, bits('user_list_incomplete')]) expect(adapt(add, form)).toEqual([add]);
  });

  it('leave other events unchanged', () => {
    expect(maskOf('submessage')).toBe(0);
    expect(maskOf('constructor')).toBe(0);
    expect(adapt({ type: 'submessage', topic: '' }, 0)).toEqual([{ type: 'submessage', topic: '' }]);
  });
});
