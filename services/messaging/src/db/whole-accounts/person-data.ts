import { type Query, sql } from '@parley/db';
import type { UserId } from '@parley/rules';

const seconds = (time: Query): Query => sql`floor(extract(epoch from ${time}))::int8`;

/** By kind of data. Messages are exported separately. Rows of `reactions` are grouped by message. */
export const personDataQueries: Readonly<Record<string, (userId: UserId) => Query>> = {
  reactions: (userId) => sql`
    select message_id as id, json_build_object('message_id', message_id, 'reactions', json_agg(json_build_object(
             'emoji_name', emoji_name, 'emoji_code', emoji_code, 'reaction_type', reaction_type,
             'timestamp', ${seconds(sql`reacted_at`)}) order by reacted_at)) as json
      from reactions where user_id = ${userId} group by message_id`,
  pinned_messages: (userId) => sql`
    select message_id as id, json_build_object('message_id', message_id, 'stream_id', channel_id,
             'timestamp', ${seconds(sql`pinned_at`)}) as json
      from pinned_messages where user_id = ${userId}`,
  starred_messages: (userId) => sql`
    select message_id as id, json_build_object('message_id', message_id) as json
      from personal_flags where user_id = ${userId} and flags & 1 <> 0`,
  drafts: (userId) => sql`
    select draft_id as id, json_build_object('id', draft_id, 'type', type, 'to', recipient_ids, 'topic', topic,
             'content', content, 'timestamp', ${seconds(sql`edited_at`)}) as json
      from drafts where user_id = ${userId}`,
  scheduled_messages: (userId) => sql`
    select scheduled_message_id as id, json_build_object('id', scheduled_message_id, 'stream_id', channel_id,
             'recipient_ids', recipient_ids, 'topic', topic, 'content', content,
             'deliver_at', ${seconds(sql`deliver_at`)}, 'failure', failure) as json
      from scheduled_messages where user_id = ${userId}`,
  reminders: (userId) => sql`
    select reminder_id as id, json_build_object('id', reminder_id, 'message_id', message_id, 'content', content,
             'deliver_at', ${seconds(sql`deliver_at`)}, 'failure', failure) as json
      from reminders where user_id = ${userId}`,
  saved_snippets: (userId) => sql`
    select saved_snippet_id as id, json_build_object('id', saved_snippet_id, 'title', title, 'content', content,
             'date_created', ${seconds(sql`created_at`)}) as json
      from saved_snippets where user_id = ${userId}`,
};
