import type { Scope } from '@parley/facts';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';

/** Deactivates the bot of an app, so that nothing of it works any more: its messages, keys and queues. */
export async function deactivateBot(ctx: Ctx, botId: UserId, scope: Scope): Promise<void> {
  const user = { user: { $case: 'userId' as const, userId: botId } };
  await ctx.userAdmin.deactivateUser({ user, comment: '', mustBeBot: true, actions: undefined }, scope.call);
}

/** Reactivates the bot of an app, which its former keys do not open. */
export async function reactivateBot(ctx: Ctx, botId: UserId, scope: Scope): Promise<void> {
  await ctx.userAdmin.reactivateUser({ userId: botId }, scope.call);
}
