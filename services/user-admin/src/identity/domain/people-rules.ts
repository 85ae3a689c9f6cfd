/** Who may change what about whom. No I/O. */

import { errors, ParleyError } from '@parley/core';
import { type Role, roles } from '@parley/rules';
import { isAdministrator, isOwner, noSuchUser } from '../../kernel/domain/authority.ts';
import type { Person } from '../../kernel/domain/person.ts';

/** Whether somebody is an owner whom nobody could replace. `owners` counts the active ones, bots aside. */
const isOnlyOwner = (person: Person, owners: number): boolean =>
  !person.isBot && isOwner(person) && owners <= 1;

/**
 * A change of role (specification, 6). Only owners make and unmake owners; the only owner stays; a guest becomes a
 * member before an administrator.
 * @throws BAD_REQUEST
 */
export function decideRole(caller: Person, target: Person, role: number, owners: number): Role {
  if (!Object.values<number>(roles).includes(role)) throw errors.badRequest('Invalid role');
  if (role === target.role) return role as Role;
  const touchesOwners = role === roles.owner || target.role === roles.owner;
  if (touchesOwners && !isOwner(caller)) throw errors.ownerRequired();
  if (target.role === roles.guest && role <= roles.administrator) {
    throw errors.badRequest('Guests cannot be organization administrators');
  }
  if (isOnlyOwner(target, owners)) {
    throw errors.badRequest('The owner permission cannot be removed from the only organization owner.');
  }
  return role as Role;
}

/** Deactivating another. @throws BAD_REQUEST */
export function decideDeactivate(caller: Person, target: Person, owners: number): void {
  const isOwnBot = target.isBot && target.botOwnerId === caller.userId;
  if (!isAdministrator(caller) && !isOwnBot) throw errors.notPermitted();
  if (target.isSystemBot) throw noSuchUser();
  if (target.role === roles.owner && !isOwner(caller) && !isOwnBot) {
    throw errors.ownerRequired();
  }
  if (isOnlyOwner(target, owners)) throw errors.badRequest('Cannot deactivate the only organization owner');
}

/** Deactivating oneself. `people` counts the active ones. @throws CANNOT_DEACTIVATE_LAST_USER */
export function decideLeave(caller: Person, owners: number, people: number): void {
  const isLastOwner = isOnlyOwner(caller, owners);
  if (!isLastOwner && (caller.isBot || people > 1)) return;
  const entity = isLastOwner ? 'organization owner' : 'user';
  throw new ParleyError('CANNOT_DEACTIVATE_LAST_USER', `Cannot deactivate the only ${entity}`, {
    entity,
    is_last_owner: isLastOwner,
  });
}

/**
 * Whether somebody may change a bot, and have its key: its owner and administrators; one with an owner's rights owners
 * alone, beside whom it belongs to.
 */
export const managesBot = (caller: Person, bot: Person): boolean =>
  bot.isBot &&
  !bot.isSystemBot &&
  ((isAdministrator(caller) && caller.role <= bot.role) ||
    (!caller.isBot && bot.botOwnerId === caller.userId));
