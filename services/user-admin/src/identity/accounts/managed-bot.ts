import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import { lockUser } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { managesBot } from '../domain/account-permissions.ts';

/**
 * Locks and returns a bot that the caller may manage.
 * @throws BAD_REQUEST when the account is not a bot, or when the caller may not manage it
 */
export async function lockManagedBot(tx: Tx, caller: Person, botUserId: number): Promise<Person> {
  const bot = await lockUser(tx, botUserId);
  if (!bot?.isBot || bot.isSystemBot) throw errors.badRequest('No such bot');
  if (!managesBot(caller, bot)) throw errors.notPermitted();
  return bot;
}
