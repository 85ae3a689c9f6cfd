/** Forms of events that depend on the capabilities of the client, and event types that are never sent. */
import { z } from 'zod';
import { emojiSchema } from '../objects/organization.ts';
import { channelEvents } from './channels.ts';
import { eventWithOp } from './event.ts';
import { groupEvents, groupRemoval } from './groups.ts';
import { messageEvents, reactingUser, singleDeletion } from './messages.ts';
import { allEmoji } from './organization.ts';
import { legacyPresence, userEvents } from './users.ts';

const reactionsWithUser = {
  'reaction/add': messageEvents['reaction/add'].extend(reactingUser),
  'reaction/remove': messageEvents['reaction/remove'].extend(reactingUser),
};

/** For clients that lack the capability `without`, the event queue derives them from the events `from`. */
export const olderForms = {
  delete_message: {
    schema: singleDeletion,
    from: ['delete_message'],
    without: 'bulk_message_deletion',
    note: 'one event for each deleted message',
  },
  presence: {
    schema: legacyPresence,
    from: ['presence'],
    without: 'simplified_presence_events',
    note: 'by client; without `email` for clients with `slim_presence`',
  },
  'reaction/add': {
    schema: reactionsWithUser['reaction/add'],
    from: ['reaction/add'],
    without: 'reactions_without_user',
    note: 'with the `user`, who is named by `user_id` too',
  },
  'reaction/remove': {
    schema: reactionsWithUser['reaction/remove'],
    from: ['reaction/remove'],
    without: 'reactions_without_user',
    note: 'the same',
  },
  'realm_emoji/update': {
    schema: allEmoji,
    from: ['realm_emoji/add', 'realm_emoji/edit'],
    without: 'individual_emoji_changes',
    note: 'all emoji',
  },
  'user_group/remove': {
    schema: groupRemoval,
    from: ['user_group/update'],
    without: 'include_deactivated_groups',
    note: 'a deactivated group is gone, and `user_group/add` brings it back',
  },
} as const;

/** Marks events only for clients that lack a capability, for which an unarchived channel or reactivated group is a new one. */
const mark = { was_archived: z.literal(true).optional() };
const groupMark = { was_deactivated: z.literal(true).optional() };
const emojiMembers = { emoji: emojiSchema, realm_emoji: z.record(z.string(), emojiSchema) };

/** From events as services build them, the event queue derives the form for each client. */
export const builtForms = {
  ...reactionsWithUser,
  'stream/create': channelEvents['stream/create'].extend(mark),
  'subscription/add': channelEvents['subscription/add'].extend(mark),
  'subscription/peer_add': channelEvents['subscription/peer_add'].extend(mark),
  'user_group/add': groupEvents['user_group/add'].extend(groupMark),
  'user_group/add_members': groupEvents['user_group/add_members'].extend(groupMark),
  'realm_emoji/add': eventWithOp('realm_emoji', 'add', emojiMembers),
  'realm_emoji/edit': eventWithOp('realm_emoji', 'edit', emojiMembers),
  'realm_emoji/update_one': eventWithOp('realm_emoji', 'update_one', emojiMembers),
  presence: userEvents.presence.extend({ person: legacyPresence.omit({ type: true }) }),
};

/** Event types (or `type/op`) that a client may request but that Parley never sends. The values are the reasons. */
export const neverSent: Readonly<Record<string, string>> = {
  default_stream_groups: 'there are no groups of default channels',
  'realm_bot/remove': 'bots are deactivated, and `realm_bot/update` says so',
  realm_filters: 'replaced by `realm_linkifiers`',
  restart: 'a queue outlives restarts, so clients need not register again',
  update_display_settings: 'replaced by `user_settings`',
  update_global_notifications: 'replaced by `user_settings`',
  web_reload_client: 'clients need not be reloaded',
};
