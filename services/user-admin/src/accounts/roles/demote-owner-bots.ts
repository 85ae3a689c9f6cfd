import { retry } from '@parley/core';
import { backgroundCall } from '@parley/rpc';
import { roles } from '@parley/rules';
import { auditAs } from '../../kernel/audit.ts';
import { lockRoles } from '../../kernel/db/people.ts';
import { vouchForRole } from '../../kernel/proof.ts';
import { createDbScope } from '../../kernel/scope.ts';
import { countActive, listOwnerBots } from '../../people/db/users.ts';
import { changeAccount } from '../change-account.ts';
import type { Ctx } from '../context.ts';
import { finishRoleChange } from './finish-role-change.ts';

const retries = { baseMs: 500, maxMs: 30_000 };

/**
 * Gives bots that are owners, which earlier releases permitted, the role of an administrator. Does nothing when no person is an
 * active owner, because the organization would then have no owner left. Retries until the database answers.
 */
export async function demoteOwnerBots(ctx: Ctx, signal: AbortSignal): Promise<void> {
  try {
    await retry(() => demoteAll(ctx, signal), { ...retries, signal });
  } catch (err) {
    if (!signal.aborted) ctx.logger.error({ err }, 'the bots that are owners could not be demoted');
  }
}

async function demoteAll(ctx: Ctx, signal: AbortSignal): Promise<void> {
  if ((await listOwnerBots(ctx.db)).length === 0) return;
  await createDbScope(ctx, backgroundCall({ signal })).write(async (tx) => {
    await lockRoles(tx);
    const bots = await listOwnerBots(tx);
    if ((await countActive(tx, roles.owner)) === 0) {
      ctx.logger.error({ bots: bots.length }, 'only bots are owners: give a person the role with set-role');
      return;
    }
    for (const bot of bots) {
      const role = vouchForRole(tx, 'server', roles.administrator, bot);
      await finishRoleChange(tx, bot, await changeAccount(tx, bot, { role }));
      await auditAs(tx, undefined, {
        action: 'user.role_changed',
        userId: bot.userId,
        details: { from: bot.role, to: role },
      });
    }
  });
}
