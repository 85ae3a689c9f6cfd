import type { AnyRoute } from '../../edge/route.ts';
import { addDefaultStream } from './add-default-stream.ts';
import { archiveStream } from './archive-stream.ts';
import { createBigBlueButtonVideoCall } from './create-big-blue-button-video-call.ts';
import { createChannel } from './create-channel.ts';
import { createChannelFolder } from './create-channel-folder.ts';
import { getChannelFolders } from './get-channel-folders.ts';
import { getStreamById } from './get-stream-by-id.ts';
import { getStreamEmailAddress } from './get-stream-email-address.ts';
import { getStreamId } from './get-stream-id.ts';
import { getStreamTopics } from './get-stream-topics.ts';
import { getStreams } from './get-streams.ts';
import { getSubscribers } from './get-subscribers.ts';
import { getSubscriptionStatus } from './get-subscription-status.ts';
import { getSubscriptions } from './get-subscriptions.ts';
import { muteTopic } from './mute-topic.ts';
import { patchChannelFolders } from './patch-channel-folders.ts';
import { removeDefaultStream } from './remove-default-stream.ts';
import { subscribe } from './subscribe.ts';
import { unsubscribe } from './unsubscribe.ts';
import { updateChannelFolder } from './update-channel-folder.ts';
import { updateStream } from './update-stream.ts';
import { updateSubscription } from './update-subscription.ts';
import { updateSubscriptionSettings } from './update-subscription-settings.ts';
import { updateSubscriptions } from './update-subscriptions.ts';
import { updateUserTopic } from './update-user-topic.ts';

/** Routes of channels, subscriptions, topics and folders. */
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
  createBigBlueButtonVideoCall,
];
