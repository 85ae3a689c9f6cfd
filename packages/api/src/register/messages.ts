import { z } from 'zod';
import { fieldGroup } from './field-group.ts';

export const messageFields = fieldGroup(['message'], {
  max_message_id: z.int(),
});

export const unreadFields = fieldGroup(['message', 'update_message_flags'], {
  unread_msgs: z.strictObject({
    count: z.int(),
    pms: z.array(
      z.strictObject({
        other_user_id: z.int(),
        sender_id: z.int().meta({ deprecated: true }),
        unread_message_ids: z.array(z.int()),
      }),
    ),
    streams: z.array(
      z.strictObject({
        topic: z.string(),
        stream_id: z.int(),
        unread_message_ids: z.array(z.int()),
      }),
    ),
    huddles: z.array(
      z.strictObject({
        user_ids_string: z.string(),
        unread_message_ids: z.array(z.int()),
      }),
    ),
    mentions: z.array(z.int()),
    old_unreads_missing: z.boolean(),
  }),
});

export const recentPrivateConversationsFields = fieldGroup(['recent_private_conversations'], {
  recent_private_conversations: z.array(
    z.strictObject({
      max_message_id: z.int(),
      user_ids: z.array(z.int()),
    }),
  ),
});

export const starredMessagesFields = fieldGroup(['starred_messages'], {
  starred_messages: z.array(z.int()),
});
