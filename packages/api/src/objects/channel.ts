import { z } from 'zod';
import { groupSettingValueSchema } from './permission.ts';

export const topicsPolicySchema = z.enum([
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
]);

/** Properties of a channel that are the same for subscribers and others. */
export const channelProperties = {
  stream_id: z.int(),
  name: z.string(),
  is_archived: z.boolean(),
  description: z.string(),
  date_created: z.int(),
  creator_id: z.int().nullable(),
  invite_only: z.boolean(),
  rendered_description: z.string(),
  is_web_public: z.boolean(),
  stream_post_policy: z.int().meta({ deprecated: true }),
  message_retention_days: z.int().nullable(),
  history_public_to_subscribers: z.boolean(),
  topics_policy: topicsPolicySchema,
  default_push_notifications: z.boolean(),
  first_message_id: z.int().nullable(),
  folder_id: z.int().nullable(),
  is_recently_active: z.boolean(),
  is_announcement_only: z.boolean().meta({ deprecated: true }),
  can_add_subscribers_group: groupSettingValueSchema,
  can_remove_subscribers_group: groupSettingValueSchema,
  can_administer_channel_group: groupSettingValueSchema,
  can_delete_any_message_group: groupSettingValueSchema,
  can_delete_own_message_group: groupSettingValueSchema,
  can_move_messages_out_of_channel_group: groupSettingValueSchema,
  can_move_messages_within_channel_group: groupSettingValueSchema,
  can_send_message_group: groupSettingValueSchema,
  can_subscribe_group: groupSettingValueSchema,
  can_resolve_topics_group: groupSettingValueSchema,
  subscriber_count: z.int(),
  stream_weekly_traffic: z.int().nullable(),
  can_create_topic_group: groupSettingValueSchema,
};

export const channelSchema = z
  .strictObject({
    ...channelProperties,
    /** Whether new users are subscribed by default. Present only when the request asks for it. */
    is_default: z.boolean().optional(),
  })
  .meta({ id: 'Channel' });
export type Channel = z.infer<typeof channelSchema>;
