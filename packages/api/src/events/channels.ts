import { z } from 'zod';
import { channelSchema } from '../objects/channel.ts';
import { channelFolderSchema } from '../objects/channel-folder.ts';
import { groupSettingValueSchema } from '../objects/permission.ts';
import { subscriptionSchema } from '../objects/subscription.ts';
import { event, eventWithOp, recipients } from './event.ts';

const { everyone, members, owner, viewersOfChannel, viewersOfSubscribers } = recipients;

const peerMembers = { stream_ids: z.array(z.int()), user_ids: z.array(z.int()) };

/** Schemas of the events about channels, subscriptions and topics. The keys are `type` or `type/op`. */
export const channelEvents = {
  'stream/create': eventWithOp(
    'stream',
    'create',
    { streams: z.array(channelSchema) },
    {
      recipients: viewersOfChannel,
      causes: ['create-channel', 'subscribe', 'a channel that a user may now know of'],
    },
  ),
  'stream/update': eventWithOp(
    'stream',
    'update',
    {
      stream_id: z.int(),
      /** Name of the channel before the change. */
      name: z.string(),
      property: z.string(),
      value: z.union([z.int(), z.boolean(), z.string(), z.null(), groupSettingValueSchema]),
      /** Present only when `property` is `description`. */
      rendered_description: z.string().optional(),
      /** This field and `is_web_public` are present only when `property` is `invite_only`. */
      history_public_to_subscribers: z.boolean().optional(),
      is_web_public: z.boolean().optional(),
    },
    { recipients: viewersOfChannel, causes: ['update-stream', 'archive-stream'] },
  ),
  'stream/delete': eventWithOp(
    'stream',
    'delete',
    {
      streams: z.array(z.strictObject({ stream_id: z.int() })).meta({ deprecated: true }),
      stream_ids: z.array(z.int()),
    },
    {
      recipients: viewersOfChannel,
      causes: ['update-stream', 'unsubscribe', 'a channel that a user may no longer know of'],
    },
  ),
  'subscription/add': eventWithOp(
    'subscription',
    'add',
    { subscriptions: z.array(subscriptionSchema) },
    {
      recipients: owner,
      causes: ['subscribe', 'update-subscriptions', 'create-channel', 'an accepted invitation'],
    },
  ),
  'subscription/remove': eventWithOp(
    'subscription',
    'remove',
    { subscriptions: z.array(z.strictObject({ stream_id: z.int(), name: z.string() })) },
    { recipients: owner, causes: ['unsubscribe', 'update-subscriptions', 'deactivate-user'] },
  ),
  'subscription/update': eventWithOp(
    'subscription',
    'update',
    {
      stream_id: z.int(),
      property: z.string(),
      value: z.union([z.int(), z.boolean(), z.string(), z.null()]),
    },
    { recipients: owner, causes: ['update-subscription', 'update-subscription-settings'] },
  ),
  'subscription/peer_add': eventWithOp('subscription', 'peer_add', peerMembers, {
    recipients: viewersOfSubscribers,
    causes: ['subscribe', 'update-subscriptions', 'create-channel'],
  }),
  'subscription/peer_remove': eventWithOp('subscription', 'peer_remove', peerMembers, {
    recipients: viewersOfSubscribers,
    causes: ['unsubscribe', 'update-subscriptions', 'deactivate-user'],
  }),
  default_streams: event(
    'default_streams',
    { default_streams: z.array(z.int()) },
    { recipients: members, causes: ['add-default-stream', 'remove-default-stream', 'update-stream'] },
  ),
  'channel_folder/add': eventWithOp(
    'channel_folder',
    'add',
    { channel_folder: channelFolderSchema },
    { recipients: everyone, causes: ['create-channel-folder'] },
  ),
  'channel_folder/update': eventWithOp(
    'channel_folder',
    'update',
    {
      channel_folder_id: z.int(),
      data: channelFolderSchema
        .pick({ name: true, description: true, rendered_description: true, is_archived: true })
        .partial(),
    },
    { recipients: everyone, causes: ['update-channel-folder'] },
  ),
  'channel_folder/reorder': eventWithOp(
    'channel_folder',
    'reorder',
    { order: z.array(z.int()) },
    { recipients: everyone, causes: ['patch-channel-folders'] },
  ),
  user_topic: event(
    'user_topic',
    {
      stream_id: z.int(),
      topic_name: z.string(),
      last_updated: z.int(),
      visibility_policy: z.int(),
    },
    {
      recipients: owner,
      causes: [
        'update-user-topic',
        'mute-topic',
        'send-message',
        'add-reaction',
        'add-submessage',
        'update-message',
      ],
    },
  ),
  muted_topics: event(
    'muted_topics',
    /** Each entry consists of channel name, topic, and seconds since the Unix epoch. */
    { muted_topics: z.array(z.tuple([z.string(), z.string(), z.int()])) },
    { recipients: owner, causes: ['update-user-topic', 'mute-topic'] },
  ),
};
