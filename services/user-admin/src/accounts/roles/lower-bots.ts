import { audit } from '../../kernel/audit.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { lowerRole } from '../../kernel/proof.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { listBots } from '../../people/db/users.ts';
import { changeAccount, lockExisting } from '../change-account.ts';

/**
 * Gives the bots of a person no higher role than the person has, after the person has lost rights. The person knows their keys, and
 * would otherwise keep the rights. Includes deactivated bots, which the person may reactivate. The caller must hold the lock on
 * roles.
 */
export async function lowerBots(tx: TxScope, { userId: ownerId, role }: Person): Promise<void> {
  for (const { userId } of await listBots(tx, ownerId)) {
    const bot = await lockExisting(tx, userId);
    if (bot.botOwnerId === ownerId) await lowerBot(tx, bot, role);
  }
}

/** Gives a bot a role, unless its own one has as few rights or fewer. Returns the bot after the change. */
export async function lowerBot(tx: TxScope, bot: Person, role: number): Promise<Person> {
  if (bot.role >= role) return bot;
  const after = await changeAccount(tx, bot, { role: lowerRole(bot, role) });
  await audit(tx, {
    action: 'user.role_changed',
    userId: bot.userId,
    details: { from: bot.role, to: role, ownerId: bot.botOwnerId },
  });
  return after;
}
