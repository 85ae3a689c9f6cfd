import { scopedHandlers } from '@parley/directory';
import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { changeSubscriptionSettings } from './change-subscription-settings.ts';
import { changeSubscriptions } from './change-subscriptions.ts';
import { checkInvitation } from './check-invitation.ts';
import { createChannel } from './create-channel.ts';
import { createFolder } from './create-folder.ts';
import { findChannelId } from './find-channel-id.ts';
import { findGroupUses } from './find-group-uses.ts';
import { findSharers } from './find-sharers.ts';
import { getAudience } from './get-audience.ts';
import { getChannel } from './get-channel.ts';
import { getChannelEmailAddress } from './get-channel-email-address.ts';
import { getChannels } from './get-channels.ts';
import { getFolders } from './get-folders.ts';
import { getInitialState } from './get-initial-state.ts';
import { getNarrowFacts } from './get-narrow-facts.ts';
import { getSubscribers } from './get-subscribers.ts';
import { getSubscriptionHistories } from './get-subscription-histories.ts';
import { getSubscriptionStatus } from './get-subscription-status.ts';
import { getSubscriptions } from './get-subscriptions.ts';
import { getUserTopics } from './get-user-topics.ts';
import { raiseUserTopic } from './raise-user-topic.ts';
import { reorderFolders } from './reorder-folders.ts';
import { resolveChannels } from './resolve-channels.ts';
import { setDefaultChannel } from './set-default-channel.ts';
import { setUserTopic } from './set-user-topic.ts';
import { subscribe } from './subscribe.ts';
import { unsubscribe } from './unsubscribe.ts';
import { updateChannel } from './update-channel.ts';
import { updateFolder } from './update-folder.ts';

/** Every RPC of the service. */
export const handlers = (ctx: Ctx): Handlers<typeof ChannelServiceService> =>
  scopedHandlers<typeof ChannelServiceService, Ctx>(ctx, {
    subscribe,
    unsubscribe,
    getSubscriptions,
    getChannels,
    getInitialState,
    changeSubscriptions,
    createChannel,
    getChannel,
    findChannelId,
    getSubscribers,
    getSubscriptionStatus,
    getChannelEmailAddress,
    changeSubscriptionSettings,
    setUserTopic,
    updateChannel,
    setDefaultChannel,
    createFolder,
    getFolders,
    updateFolder,
    reorderFolders,
    checkInvitation,
    resolveChannels,
    getSubscriptionHistories,
    getNarrowFacts,
    getUserTopics,
    raiseUserTopic,
    getAudience,
    findGroupUses,
    findSharers,
  });
