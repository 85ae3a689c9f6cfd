/** Decides who may change roles, deactivate accounts and manage bots. No I/O. */
import { errors, ParleyError } from '@parley/core';
import { isRole, type Role, roles } from '@parley/rules';
import { isAdministrator, isOwner, noSuchUser } from '../../kernel/domain/authority.ts';
import type { Person } from '../../kernel/domain/person.ts';

/** The properties of a caller that decide whether they may change an account. Operators have no user ID. */
export type Authority = Pick<Person, 'role' | 'isActive'> & Partial<Pick<Person, 'userId'>>;

/** @param owners number of active owners, without bots */
const isOnlyOwner = (person: Person, owners: number): boolean =>
  !person.isBot && isOwner(person) && owners <= 1;

/**
 * Checks a change of role, and returns the new role (docs/api/users-and-groups.md#roles). Only owners may make a person an
 * owner or take away this role. The last owner must keep the role. A guest cannot directly become an administrator or an owner.
 * @throws BAD_REQUEST for an unknown role or a forbidden change; UNAUTHORIZED_PRINCIPAL when only owners may make it
 */
export function decideRole(caller: Authority, target: Person, role: number, owners: number): Role {
  if (!isRole(role)) throw errors.badRequest('Invalid role');
  if (role === target.role) return role;
  const touchesOwners = role === roles.owner || target.role === roles.owner;
  if (touchesOwners && !isOwner(caller)) throw errors.ownerRequired();
  if (target.role === roles.guest && role <= roles.administrator) {
    throw errors.badRequest('Guests cannot be organization administrators');
  }
  if (isOnlyOwner(target, owners)) {
    throw errors.badRequest('The owner permission cannot be removed from the only organization owner.');
  }
  return role;
}

/**
 * Checks that the caller may deactivate another account. Administrators and the owner of a bot may, but only owners may
 * deactivate an owner. The last owner must stay active.
 * @param owners number of active owners, without bots
 * @throws BAD_REQUEST otherwise; UNAUTHORIZED_PRINCIPAL when only owners may do it
 */
export function decideDeactivate(caller: Authority, target: Person, owners: number): void {
  const isOwnBot = target.isBot && target.botOwnerId === caller.userId;
  if (!isAdministrator(caller) && !isOwnBot) throw errors.notPermitted();
  if (target.isSystemBot) throw noSuchUser();
  if (target.role === roles.owner && !isOwner(caller) && !isOwnBot) {
    throw errors.ownerRequired();
  }
  if (isOnlyOwner(target, owners)) throw errors.badRequest('Cannot deactivate the only organization owner');
}

/** The last active owner and the last active person may not. @throws CANNOT_DEACTIVATE_LAST_USER otherwise */
export function decideDeactivateSelf(caller: Person, owners: number, people: number): void {
  const isLastOwner = isOnlyOwner(caller, owners);
  if (!isLastOwner && (caller.isBot || people > 1)) return;
  const entity = isLastOwner ? 'organization owner' : 'user';
  throw new ParleyError(
    'CANNOT_DEACTIVATE_LAST_USER',
    isLastOwner ? 'Cannot deactivate the only organization owner' : 'Cannot deactivate the only user',
    { entity, is_last_owner: isLastOwner },
  );
}

/** The owner may, and administrators unless the bot has a higher role. Nobody may change a system bot. */
export const managesBot = (caller: Person, bot: Person): boolean =>
  bot.isBot &&
  !bot.isSystemBot &&
  ((isAdministrator(caller) && caller.role <= bot.role) ||
    (!caller.isBot && bot.botOwnerId === caller.userId));
