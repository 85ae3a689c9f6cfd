import { z } from 'zod';
import { messageSchema, reactionSchema } from '../objects/message.ts';
import { event, eventWithOp, recipients } from './event.ts';

const { owner, viewersOfMessage } = recipients;

const senderSchema = z.strictObject({ user_id: z.int(), email: z.string() });

const reactionMembers = { ...reactionSchema.shape, message_id: z.int() };

/** The person who reacted, as older clients read it beside `user_id`. */
export const reactingUser = {
  user: z
    .strictObject({
      user_id: z.int(),
      email: z.string(),
      full_name: z.string(),
      is_mirror_dummy: z.boolean(),
    })
    .meta({ deprecated: true }),
};

const typingMembers = {
  message_type: z.enum(['direct', 'stream']),
  sender: senderSchema,
  /** All participants of the direct conversation, including the sender. Absent for channels. */
  recipients: z.array(senderSchema).optional(),
  stream_id: z.int().optional(),
  topic: z.string().optional(),
};

const typingInEditMembers = {
  sender_id: z.int(),
  message_id: z.int(),
  recipient: z.union([
    z.strictObject({ type: z.literal('channel'), channel_id: z.int(), topic: z.string() }),
    z.strictObject({ type: z.literal('direct'), user_ids: z.array(z.int()) }),
  ]),
};

const typing = { recipients: 'conversation, or subscribers', causes: ['set-typing-status'] };
const typingInEdit = { ...typing, causes: ['set-typing-status-for-message-edit'] };

/** Where the deleted messages were. `stream_id` and `topic` are present only for messages in a channel. */
const deletedPlace = {
  message_type: z.enum(['private', 'stream']),
  stream_id: z.int().optional(),
  topic: z.string().optional(),
};

const deletion = {
  recipients: viewersOfMessage,
  causes: ['delete-message', 'delete-topic', 'update-message'],
};

const flagMembers = { flag: z.string(), messages: z.array(z.int()), all: z.boolean() };

/** Schemas of the events about messages. The keys are `type` or `type/op`. */
export const messageEvents = {
  message: event(
    'message',
    {
      message: messageSchema.omit({
        flags: true,
        edit_history: true,
        last_edit_timestamp: true,
        last_moved_timestamp: true,
        match_content: true,
        match_subject: true,
      }),
      flags: z.array(z.string()),
      /** Only in the event queue that the client named when it sent the message. */
      local_message_id: z.string().optional(),
    },
    {
      recipients: 'the subscribers at that moment, or the direct conversation',
      causes: ['send-message', 'a scheduled message that is due', 'a reminder that is due', 'notices'],
    },
  ),
  update_message: event(
    'update_message',
    {
      user_id: z.int().nullable(),
      rendering_only: z.boolean(),
      message_id: z.int(),
      message_ids: z.array(z.int()),
      flags: z.array(z.string()),
      edit_timestamp: z.int(),
      stream_name: z.string().optional(),
      stream_id: z.int().optional(),
      new_stream_id: z.int().optional(),
      propagate_mode: z.enum(['change_one', 'change_later', 'change_all']).optional(),
      orig_subject: z.string().optional(),
      subject: z.string().optional(),
      topic_links: z.array(z.strictObject({ text: z.string(), url: z.string() })).optional(),
      orig_content: z.string().optional(),
      orig_rendered_content: z.string().optional(),
      content: z.string().optional(),
      rendered_content: z.string().optional(),
      is_me_message: z.boolean().optional(),
    },
    { recipients: viewersOfMessage, causes: ['update-message', 'previews of links'] },
  ),
  delete_message: event('delete_message', { message_ids: z.array(z.int()), ...deletedPlace }, deletion),
  'reaction/add': eventWithOp('reaction', 'add', reactionMembers, {
    recipients: viewersOfMessage,
    causes: ['add-reaction'],
  }),
  'reaction/remove': eventWithOp('reaction', 'remove', reactionMembers, {
    recipients: viewersOfMessage,
    causes: ['remove-reaction'],
  }),
  'pin/add': eventWithOp(
    'pin',
    'add',
    { message_id: z.int(), stream_id: z.int(), user_id: z.int(), pinned_at: z.int() },
    { recipients: viewersOfMessage, causes: ['pin-message'] },
  ),
  'pin/remove': eventWithOp(
    'pin',
    'remove',
    { message_id: z.int(), stream_id: z.int() },
    { recipients: viewersOfMessage, causes: ['unpin-message'] },
  ),
  submessage: event(
    'submessage',
    {
      msg_type: z.string(),
      content: z.string(),
      message_id: z.int(),
      sender_id: z.int(),
      submessage_id: z.int(),
    },
    { recipients: viewersOfMessage, causes: ['add-submessage'] },
  ),
  'update_message_flags/add': eventWithOp(
    'update_message_flags',
    'add',
    { operation: z.literal('add').meta({ deprecated: true }), ...flagMembers },
    {
      recipients: owner,
      causes: ['update-message-flags', 'update-message-flags-for-narrow', 'mark-all-as-read', 'unsubscribe'],
    },
  ),
  'update_message_flags/remove': eventWithOp(
    'update_message_flags',
    'remove',
    {
      operation: z.literal('remove').meta({ deprecated: true }),
      ...flagMembers,
      /** Details of each message, by message ID. Present only when messages were marked as unread. */
      message_details: z
        .record(
          z.string(),
          z.strictObject({
            type: z.enum(['private', 'stream']),
            mentioned: z.boolean().optional(),
            user_ids: z.array(z.int()).optional(),
            stream_id: z.int().optional(),
            topic: z.string().optional(),
          }),
        )
        .optional(),
    },
    { recipients: owner, causes: ['update-message-flags', 'update-message-flags-for-narrow'] },
  ),
  'typing/start': eventWithOp('typing', 'start', typingMembers, typing),
  'typing/stop': eventWithOp('typing', 'stop', typingMembers, typing),
  'typing_edit_message/start': eventWithOp('typing_edit_message', 'start', typingInEditMembers, typingInEdit),
  'typing_edit_message/stop': eventWithOp('typing_edit_message', 'stop', typingInEditMembers, typingInEdit),
};

/** The event for the deletion of one message, in the form for clients without the capability `bulk_message_deletion`. */
export const singleDeletion = event('delete_message', { message_id: z.int(), ...deletedPlace });
