import { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import { type Call, personOf } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../../context.ts';

/** Undefined for the caller's own queues, because everybody may manage those. */
export async function roleFor(ctx: Ctx, call: Call, userId: UserId): Promise<number | undefined> {
  if (personOf(call)?.userId === userId) return undefined;
  const options = InitialStateOptions.create({});
  const { role } = await ctx.rpc.userAdmin.getInitialState({ options }, call);
  return role;
}
