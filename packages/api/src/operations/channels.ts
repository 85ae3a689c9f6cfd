import { z } from 'zod';
import { channelSchema } from '../objects/channel.ts';
import { channelFolderSchema } from '../objects/channel-folder.ts';
import { subscriptionSchema } from '../objects/subscription.ts';

export const createChannelAnswer = z.strictObject({
  id: z.int(),
});

export const createChannelFolderAnswer = z.strictObject({
  channel_folder_id: z.int(),
});

/** The link to a new call. */
export const createVideoCallAnswer = z.strictObject({
  url: z.string(),
});

export const getChannelFoldersAnswer = z.strictObject({
  channel_folders: z.array(channelFolderSchema),
});

export const getStreamByIdAnswer = z.strictObject({
  stream: channelSchema,
});

export const getStreamEmailAddressAnswer = z.strictObject({
  email: z.string(),
});

export const getStreamIdAnswer = z.strictObject({
  stream_id: z.int(),
});

export const getStreamTopicsAnswer = z.strictObject({
  topics: z.array(
    z.strictObject({
      max_id: z.int(),
      name: z.string(),
    }),
  ),
});

export const getStreamsAnswer = z.strictObject({
  streams: z.array(channelSchema),
});

export const getSubscribersAnswer = z.strictObject({
  subscribers: z.array(z.int()),
});

export const getSubscriptionStatusAnswer = z.strictObject({
  is_subscribed: z.boolean(),
});

export const getSubscriptionsAnswer = z.strictObject({
  subscriptions: z.array(subscriptionSchema),
});

export const subscribeAnswer = z.strictObject({
  subscribed: z.record(z.string(), z.array(z.string())),
  already_subscribed: z.record(z.string(), z.array(z.string())),
  unauthorized: z.array(z.string()).optional(),
  new_subscription_messages_sent: z.boolean(),
});

export const unsubscribeAnswer = z.strictObject({
  not_removed: z.array(z.string()),
  removed: z.array(z.string()),
});

export const updateSubscriptionsAnswer = z.strictObject({
  subscribed: z.record(z.string(), z.array(z.string())),
  already_subscribed: z.record(z.string(), z.array(z.string())),
  not_removed: z.array(z.string()),
  removed: z.array(z.string()),
  new_subscription_messages_sent: z.boolean(),
});
