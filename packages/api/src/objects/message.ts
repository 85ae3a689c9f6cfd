import { z } from 'zod';

export const reactionSchema = z
  .strictObject({
    emoji_name: z.string(),
    emoji_code: z.string(),
    reaction_type: z.enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']),
    user_id: z.int(),
  })
  .meta({ id: 'Reaction' });
export type Reaction = z.infer<typeof reactionSchema>;

export const messageSchema = z
  .strictObject({
    avatar_url: z.string(),
    client: z.string(),
    content: z.string(),
    content_type: z.enum(['text/html', 'text/x-markdown']),
    display_recipient: z.union([
      z.string(),
      z.array(
        z.strictObject({
          id: z.int(),
          email: z.string(),
          full_name: z.string(),
          is_mirror_dummy: z.boolean(),
        }),
      ),
    ]),
    edit_history: z
      .array(
        z.strictObject({
          prev_content: z.string().optional(),
          prev_rendered_content: z.string().optional(),
          prev_stream: z.int().optional(),
          prev_topic: z.string().optional(),
          stream: z.int().optional(),
          timestamp: z.int(),
          topic: z.string().optional(),
          user_id: z.int().nullable(),
        }),
      )
      .optional(),
    id: z.int(),
    is_me_message: z.boolean(),
    last_edit_timestamp: z.int().optional(),
    last_moved_timestamp: z.int().optional(),
    reactions: z.array(reactionSchema),
    recipient_id: z.int(),
    sender_email: z.string(),
    sender_full_name: z.string(),
    sender_id: z.int(),
    sender_realm_str: z.string(),
    stream_id: z.int().optional(),
    subject: z.string(),
    submessages: z.array(
      z.strictObject({
        msg_type: z.string(),
        content: z.string(),
        message_id: z.int(),
        sender_id: z.int(),
        id: z.int(),
      }),
    ),
    timestamp: z.int(),
    topic_links: z.array(
      z.strictObject({
        text: z.string(),
        url: z.string(),
      }),
    ),
    type: z.enum(['stream', 'private']),
    flags: z.array(z.string()),
    match_content: z.string().optional(),
    match_subject: z.string().optional(),
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof messageSchema>;
