import { InitialState } from '@parley/proto/common/v1/initial_state';
import { GetInitialStateResponse } from '@parley/proto/upload/v1/upload';
import type { Ctx } from '../context.ts';

/**
 * This service's part of the register response: no field of it is this service's (clients ask for attachments
 * apart), so only the moment after which `attachment` events count.
 */
export async function getInitialState(ctx: Ctx): Promise<GetInitialStateResponse> {
  const { snapshot } = await ctx.db.snapshot(async () => undefined);
  return GetInitialStateResponse.create({
    state: InitialState.create({ fieldsJson: Buffer.from('{}'), snapshot }),
  });
}
