import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { getChannels } from './get-channels.ts';
import { getInitialState } from './get-initial-state.ts';
import { getSubscriptionHistories } from './get-subscription-histories.ts';
import { getSubscriptions } from './get-subscriptions.ts';
import { resolveChannels } from './resolve-channels.ts';
import { subscribe } from './subscribe.ts';
import { unsubscribe } from './unsubscribe.ts';

/** Every RPC of the service. */
export function channelHandlers(ctx: Ctx): Handlers<typeof ChannelServiceService> {
  return {
    subscribe: (request, call) => subscribe(ctx, request, call),
    unsubscribe: (request, call) => unsubscribe(ctx, request, call),
    getSubscriptions: (request, call) => getSubscriptions(ctx, request, call),
    getChannels: (request, call) => getChannels(ctx, request, call),
    getInitialState: (request, call) => getInitialState(ctx, request, call),
    resolveChannels: (request) => resolveChannels(ctx, request),
    getSubscriptionHistories: (request) => getSubscriptionHistories(ctx, request),
  };
}
