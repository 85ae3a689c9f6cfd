/** Messages that a person or program did not write: they say what happened to a conversation. */
const notices = new Set([
  'app_conversation_join',
  'app_conversation_leave',
  'bot_add',
  'bot_disable',
  'bot_enable',
  'bot_remove',
  'canvas_updated',
  'channel_archive',
  'channel_canvas_updated',
  'channel_convert_to_private',
  'channel_convert_to_public',
  'channel_join',
  'channel_leave',
  'channel_name',
  'channel_posting_permissions',
  'channel_purpose',
  'channel_topic',
  'channel_unarchive',
  'ekm_access_denied',
  'group_archive',
  'group_join',
  'group_leave',
  'group_name',
  'group_purpose',
  'group_topic',
  'group_unarchive',
  'joiner_notification',
  'joiner_notification_for_inviter',
  'message_replied',
  'mpim_join',
  'mpim_leave',
  'pinned_item',
  'reminder_add',
  'reminder_delete',
  'reply_broadcast',
  'retention_policy_updated',
  'sh_room_created',
  'sh_room_shared',
  'unpinned_item',
]);

/** What becomes of a message, by its subtype. */
export type Fate = 'kept' | 'notice' | 'deleted' | 'change' | 'deletion';

/** Returns what becomes of a message. `change` and `deletion` stand in exports with a log of edits, and concern another message. */
export function fateOf(subtype: unknown): Fate {
  if (typeof subtype !== 'string') return 'kept';
  if (notices.has(subtype)) return 'notice';
  if (subtype === 'tombstone') return 'deleted';
  if (subtype === 'message_changed') return 'change';
  return subtype === 'message_deleted' ? 'deletion' : 'kept';
}
