import { InitialState } from '@parley/proto/common/v1/initial_state';
import { GetInitialStateResponse } from '@parley/proto/upload/v1/upload';
import type { Ctx } from '../context.ts';

/**
 * Returns the snapshot from which on `attachment` events count. This service has no field in the register response,
 * because clients request attachments separately.
 */
export async function getInitialState(ctx: Ctx): Promise<GetInitialStateResponse> {
  const { snapshot } = await ctx.db.snapshot(async () => undefined);
  return GetInitialStateResponse.create({
    state: InitialState.create({ fieldsJson: Buffer.from('{}'), snapshot }),
  });
}
