import type { AnyRoute } from '../../edge/route.ts';
import { createChannel } from './create-channel.ts';
import { addDefaultStream, removeDefaultStream } from './default-streams.ts';
import {
  createChannelFolder,
  getChannelFolders,
  patchChannelFolders,
  updateChannelFolder,
} from './folders.ts';
import {
  getStreamById,
  getStreamEmailAddress,
  getStreamId,
  getSubscribers,
  getSubscriptionStatus,
} from './get-channel.ts';
import { getStreamTopics } from './get-stream-topics.ts';
import { getStreams } from './get-streams.ts';
import { getSubscriptions } from './get-subscriptions.ts';
import { subscribe } from './subscribe.ts';
import { updateSubscription, updateSubscriptionSettings } from './subscription-settings.ts';
import { unsubscribe } from './unsubscribe.ts';
import { archiveStream, updateStream } from './update-stream.ts';
import { updateSubscriptions } from './update-subscriptions.ts';
import { muteTopic, updateUserTopic } from './user-topics.ts';

/** Channels, subscriptions, topics, folders. */
export const channelsRoutes: readonly AnyRoute[] = [
  getSubscriptions,
  subscribe,
  unsubscribe,
  updateSubscriptions,
  updateSubscriptionSettings,
  updateSubscription,
  muteTopic,
  updateUserTopic,
  getSubscriptionStatus,
  getStreams,
  getStreamId,
  getStreamById,
  getSubscribers,
  getStreamEmailAddress,
  getStreamTopics,
  createChannel,
  updateStream,
  archiveStream,
  addDefaultStream,
  removeDefaultStream,
  createChannelFolder,
  getChannelFolders,
  patchChannelFolders,
  updateChannelFolder,
];
