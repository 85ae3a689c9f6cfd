import { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../../context.ts';

/** The caller's role, as its owner knows it, where it matters: for other people's queues. 0 for one's own. */
export async function roleFor(ctx: Ctx, call: Call, userId: number): Promise<number> {
  if (call.principal?.userId === userId) return 0;
  const options = InitialStateOptions.create({});
  const { role } = await ctx.rpc.userAdmin.getInitialState({ options }, call);
  return role;
}
