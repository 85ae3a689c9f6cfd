import { z } from 'zod';
import { channelProperties, channelSchema } from '../objects/channel.ts';
import { channelFolderSchema } from '../objects/channel-folder.ts';
import { subscriptionSchema } from '../objects/subscription.ts';
import { fieldGroup } from './field-group.ts';

export const channelFoldersFields = fieldGroup(['channel_folders'], {
  channel_folders: z.array(channelFolderSchema),
});

export const defaultStreamGroupsFields = fieldGroup(['default_stream_groups'], {
  /** Always empty, because there are no groups of default channels. */
  realm_default_stream_groups: z.array(z.unknown()).max(0),
});

export const defaultStreamsFields = fieldGroup(['default_streams'], {
  realm_default_streams: z.array(z.int()),
});

export const mutedTopicsFields = fieldGroup(['muted_topics'], {
  /** Each entry consists of the channel's name, the topic, and the time in seconds since the Unix epoch. */
  muted_topics: z.array(z.tuple([z.string(), z.string(), z.int()])),
});

export const streamFields = fieldGroup(['stream'], {
  streams: z.array(channelSchema),
});

export const subscriptionFields = fieldGroup(['subscription'], {
  subscriptions: z.array(subscriptionSchema),
  unsubscribed: z.array(subscriptionSchema),
  never_subscribed: z.array(
    z.strictObject({
      ...channelProperties,
      subscribers: z.array(z.int()).optional(),
      partial_subscribers: z.array(z.int()).optional(),
    }),
  ),
});

export const userTopicFields = fieldGroup(['user_topic'], {
  user_topics: z.array(
    z.strictObject({
      stream_id: z.int(),
      topic_name: z.string(),
      last_updated: z.int(),
      visibility_policy: z.int(),
    }),
  ),
});
