import { type Query, sql } from '@parley/db';
import type { UserId } from '@parley/rules';

/** By kind of data. Rows of `topics` are grouped by channel. */
export const personDataQueries: Readonly<Record<string, (userId: UserId) => Query>> = {
  subscriptions: (userId) => sql`
    select s.channel_id as id, json_build_object('stream_id', s.channel_id, 'name', c.name,
             'is_private', c.is_private, 'is_subscribed', s.is_subscribed, 'color', s.color, 'is_muted', s.is_muted,
             'pin_to_top', s.is_pinned, 'desktop_notifications', s.desktop_notifications,
             'email_notifications', s.email_notifications, 'push_notifications', s.push_notifications,
             'audible_notifications', s.audible_notifications,
             'wildcard_mentions_notify', s.wildcard_mentions_notify) as json
      from subscriptions s join channels c using (channel_id) where s.user_id = ${userId}`,
  topics: (userId) => sql`
    select channel_id as id, json_build_object('stream_id', channel_id, 'topics', json_agg(json_build_object(
             'topic', topic, 'visibility_policy', visibility_policy,
             'last_updated', floor(extract(epoch from updated_at))::int8) order by topic_key)) as json
      from user_topics where user_id = ${userId} group by channel_id`,
};
