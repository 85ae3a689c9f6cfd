import { scopedHandlers } from '@parley/facts';
import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { Ctx } from '../context.ts';
import { handlersByName } from '../gen/handlers.ts';

export const handlers = (ctx: Ctx) => scopedHandlers<typeof ChannelServiceService, Ctx>(ctx, handlersByName);
