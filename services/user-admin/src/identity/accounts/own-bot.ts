import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import { lockUser } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { managesBot } from '../domain/people-rules.ts';

/** @throws BAD_REQUEST when it is no bot, or none that the caller may change. */
export async function requireOwnBot(tx: Tx, caller: Person, botUserId: number): Promise<Person> {
  const bot = await lockUser(tx, botUserId);
  if (!bot?.isBot || bot.isSystemBot) throw errors.badRequest('No such bot');
  if (!managesBot(caller, bot)) throw errors.notPermitted();
  return bot;
}
