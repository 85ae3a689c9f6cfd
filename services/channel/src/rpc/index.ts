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
export function handlers(ctx: Ctx): Handlers<typeof ChannelServiceService> {
  return {
    subscribe: (request, call) => subscribe(ctx, request, call),
    unsubscribe: (request, call) => unsubscribe(ctx, request, call),
    getSubscriptions: (request, call) => getSubscriptions(ctx, request, call),
    getChannels: (request, call) => getChannels(ctx, request, call),
    getInitialState: (request, call) => getInitialState(ctx, request, call),
    changeSubscriptions: (request, call) => changeSubscriptions(ctx, request, call),
    createChannel: (request, call) => createChannel(ctx, request, call),
    getChannel: (request, call) => getChannel(ctx, request, call),
    findChannelId: (request, call) => findChannelId(ctx, request, call),
    getSubscribers: (request, call) => getSubscribers(ctx, request, call),
    getSubscriptionStatus: (request, call) => getSubscriptionStatus(ctx, request, call),
    getChannelEmailAddress: (request, call) => getChannelEmailAddress(ctx, request, call),
    changeSubscriptionSettings: (request, call) => changeSubscriptionSettings(ctx, request, call),
    setUserTopic: (request, call) => setUserTopic(ctx, request, call),
    updateChannel: (request, call) => updateChannel(ctx, request, call),
    setDefaultChannel: (request, call) => setDefaultChannel(ctx, request, call),
    createFolder: (request, call) => createFolder(ctx, request, call),
    getFolders: (request, call) => getFolders(ctx, request, call),
    updateFolder: (request, call) => updateFolder(ctx, request, call),
    reorderFolders: (request, call) => reorderFolders(ctx, request, call),
    checkInvitation: (request, call) => checkInvitation(ctx, request, call),
    resolveChannels: (request) => resolveChannels(ctx, request),
    getSubscriptionHistories: (request) => getSubscriptionHistories(ctx, request),
    getNarrowFacts: (request) => getNarrowFacts(ctx, request),
    getUserTopics: (request) => getUserTopics(ctx, request),
    raiseUserTopic: (request, call) => raiseUserTopic(ctx, request, call),
    getAudience: (request) => getAudience(ctx, request),
    findGroupUses: (request) => findGroupUses(ctx, request),
    findSharers: (request) => findSharers(ctx, request),
  };
}
