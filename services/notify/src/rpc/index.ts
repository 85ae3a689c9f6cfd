import { scopedHandlers } from '@parley/facts';
import type { NotifyServiceService } from '@parley/proto/notify/v1/notify';
import type { Ctx } from '../context.ts';
import { handlersByName } from '../gen/handlers.ts';

export const handlers = (ctx: Ctx) => scopedHandlers<typeof NotifyServiceService, Ctx>(ctx, handlersByName);
