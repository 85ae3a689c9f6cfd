import {
  constant,
  far,
  id,
  impersonal,
  inserted,
  made,
  now,
  string,
  type Table,
  text,
} from './column-decisions.ts';
import { outbox } from './stored-outbox.ts';

const ofMessage = { user_id: id, message_id: 'otherMessage' } as const;

/** Decisions about the columns of the service `messaging`, for the list of all tables (stored-columns.ts). */
export const messagingTables: Readonly<Record<string, Table>> = {
  'messaging.audit_outbox': outbox,
  'messaging.direct_conversations': made({ member_ids: 'id' }, 'conversation_id member_hash created_at'),
  'messaging.direct_members': made({ user_id: 'id' }, 'conversation_id'),
  'messaging.drafts': inserted(
    'draft_id',
    {
      user_id: id,
      type: string(''),
      recipient_ids: id,
      topic: text,
      content: text,
      edited_at: now,
    },
    {
      user_id: 'owner',
      type: string('private'),
      recipient_ids: id,
      topic: string(''),
      content: string(''),
      edited_at: now,
    },
  ),
  'messaging.link_preview_jobs': inserted('job_id attempts', {
    message_id: 'ownMessage',
    urls: text,
    due_at: far,
  }),
  'messaging.messages': made(
    {
      sender_id: 'id',
      topic: 'text',
      topic_key: 'text',
      content: 'text',
      rendered_content: 'text',
      edit_history: 'both',
      topic_participant_ids: 'id',
    },
    `id search_words channel_id conversation_id origin_id origin_channel_id renderer_version sent_at client send_key read_by_sender
     is_me mentions_channel mentions_topic has_link has_image has_attachment last_edited_at last_moved_at import_id`.replaceAll(
      '\n',
      ' ',
    ),
    `update messaging.messages set topic_participant_ids = array[:id]::int8[],
            edit_history = '[{"user_id": :id, "timestamp": 1, "prev_topic": "former", "topic": "now"}]'
      where id = :otherMessage`,
  ),
  'messaging.origins': made({ topic_key: 'text' }, 'origin_id channel_id moved_message_id'),
  'messaging.personal_flags': inserted('kept_at', { ...ofMessage, flags: constant('1') }),
  'messaging.pinned_messages': inserted('pinned_at', {
    message_id: 'otherMessage',
    channel_id: 'channel',
    user_id: id,
  }),
  'messaging.quotes': inserted('', { message_id: 'quotingMessage', user_id: id }),
  'messaging.reactions': inserted('reacted_at', {
    ...ofMessage,
    reaction_type: string('unicode_emoji'),
    emoji_code: string('1f44d'),
    emoji_name: string('thumbs_up'),
  }),
  'messaging.read_coverage': inserted('', {
    user_id: id,
    channel_id: constant('999'),
    ranges: string('{[1,2)}'),
  }),
  'messaging.read_floors': inserted('', {
    user_id: id,
    channel_id: constant('999'),
    message_id: constant('1'),
  }),
  'messaging.read_ranges': inserted('', {
    user_id: id,
    origin_id: constant('999'),
    ranges: string('{[1,2)}'),
  }),
  'messaging.reminders': inserted('reminder_id', {
    ...ofMessage,
    content: text,
    rendered_content: text,
    deliver_at: far,
    failure: text,
    note: text,
  }),
  'messaging.saved_snippets': inserted('saved_snippet_id created_at', {
    user_id: id,
    title: text,
    content: text,
  }),
  'messaging.scheduled_messages': inserted(
    'scheduled_message_id read_by_sender',
    {
      user_id: id,
      channel_id: 'channel',
      recipient_ids: id,
      topic: text,
      content: text,
      rendered_content: text,
      deliver_at: far,
      client: text,
      failure: text,
    },
    {
      user_id: 'owner',
      channel_id: constant('null'),
      recipient_ids: id,
      topic: string(''),
      content: string(''),
      rendered_content: string(''),
      deliver_at: far,
      client: string('test'),
    },
  ),
  'messaging.search_documents': made({ words: 'text' }, 'message_id'),
  'messaging.search_imported': impersonal('batch_id message_ids stored_at'),
  'messaging.search_pending': impersonal('change_id message_id'),
  'messaging.search_progress': impersonal('is_only indexed_until engine current_index next_index last_write'),
  'messaging.search_rebuild': impersonal('is_only rebuilt_from version current_from done started_at'),
  'messaging.submessages': inserted('submessage_id', {
    message_id: 'otherMessage',
    sender_id: id,
    msg_type: string('widget'),
    content: text,
  }),
};
