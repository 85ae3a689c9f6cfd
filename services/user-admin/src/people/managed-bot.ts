import { errors } from '@parley/core';
import type { Queryable, Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import { findUser, lockUser } from '../kernel/db/people.ts';
import type { Person } from '../kernel/domain/person.ts';
import { managesBot } from './domain/account-permissions.ts';

/**
 * Locks and returns a bot that the caller may manage. Locks the caller first, like the code that ends the access of a person and their
 * bots. With the same order of locks, the two cannot deadlock.
 * @throws BAD_REQUEST when the account is not a bot, or when the caller may not manage it
 */
export async function lockManagedBot(tx: Tx, caller: Person, botUserId: UserId): Promise<Person> {
  await lockUser(tx, caller.userId);
  const bot = await lockUser(tx, botUserId);
  if (!bot?.isBot || bot.isSystemBot) throw errors.badRequest('No such bot');
  if (!managesBot(caller, bot)) throw errors.notPermitted();
  return bot;
}

/**
 * Returns whether an account may be active as far as its owner is concerned: the owner of an active bot must be active. Returns
 * true for a person, who has no owner. Callers must hold the lock on roles, so that the owner is not deactivated meanwhile.
 */
export async function hasActiveOwner(db: Queryable, account: Person): Promise<boolean> {
  if (!account.isBot) return true;
  return (await findUser(db, account.botOwnerId))?.isActive ?? false;
}
