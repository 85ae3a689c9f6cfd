import { scopedHandlers } from '@parley/directory';
import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { Ctx } from '../context.ts';
import { handlersByName } from '../gen/handlers.ts';

/** Returns the handlers of all RPCs of the service. */
export const handlers = (ctx: Ctx) =>
  scopedHandlers<typeof MessagingServiceService, Ctx>(ctx, handlersByName);
