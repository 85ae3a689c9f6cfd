import { scopedHandlers } from '@parley/facts';
import type { IntegrationsServiceService } from '@parley/proto/integrations/v1/integrations';
import type { Ctx } from '../context.ts';
import { handlersByName } from '../gen/handlers.ts';

export const handlers = (ctx: Ctx) =>
  scopedHandlers<typeof IntegrationsServiceService, Ctx>(ctx, handlersByName);
