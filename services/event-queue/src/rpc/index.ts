import type { EventQueueServiceService } from '@parley/proto/eventqueue/v1/event_queue';
import { bindHandlers, type Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { handlersByName } from '../gen/handlers.ts';

export const handlers = (ctx: Ctx) =>
  bindHandlers<Ctx, Handlers<typeof EventQueueServiceService>>(ctx, handlersByName);
