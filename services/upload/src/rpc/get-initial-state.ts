import { InitialState } from '@parley/proto/common/v1/initial_state';
import { GetInitialStateResponse } from '@parley/proto/upload/v1/upload';
import type { Ctx } from '../context.ts';

/** No field of the register response, because clients request their files separately. */
export async function getInitialState(ctx: Ctx): Promise<GetInitialStateResponse> {
  const { snapshot } = await ctx.db.snapshot(async () => undefined, { inOneTurn: true });
  return GetInitialStateResponse.create({
    state: InitialState.create({ fieldsJson: Buffer.from('{}'), snapshot }),
  });
}
