import type { ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { bindHandlers, type Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { handlersByName } from '../gen/handlers.ts';

export const handlers = (ctx: Ctx) =>
  bindHandlers<Ctx, Handlers<typeof ImportingServiceService>>(ctx, handlersByName);
