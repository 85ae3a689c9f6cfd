import type { UserId } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../kernel/domain/person.ts';
import { decideDeactivate, decideDeactivateSelf, decideRole, managesBot } from './account-permissions.ts';

const person = (userId: UserId, role: number, over: Partial<Person> = {}): Person =>
  ({ userId, role, isActive: true, isBot: false, isSystemBot: false, botOwnerId: 0, ...over }) as Person;
const owner = person(1, 100);
const admin = person(2, 200);
const member = person(3, 400);
const guest = person(4, 600);

describe('a change of role', () => {
  it.each([
    ['owner', owner, member, 100, 2],
    ['administrator', admin, member, 200, 1],
    ['administrator', admin, guest, 300, 1],
    ['owner who changes another owner', owner, person(9, 100), 400, 2],
    ['administrator who sets the present role again', admin, owner, 100, 1],
  ])('is allowed to an %s', (_who, caller, target, role, owners) => {
    expect(decideRole(caller, target, role, owners)).toBe(role);
  });

  it.each([
    ['Must be an organization owner', admin, member, 100, 2],
    ['Must be an organization owner', admin, owner, 400, 2],
    ['Guests cannot be organization administrators', owner, guest, 200, 2],
    ['Guests cannot be organization administrators', owner, guest, 100, 2],
    ['The owner permission cannot be removed from the only organization owner.', owner, owner, 200, 1],
    ['Invalid role', owner, member, 0, 2],
  ])('is refused with “%s”', (msg, caller, target, role, owners) => {
    expect(() => decideRole(caller, target, role, owners)).toThrow(msg);
  });
});

describe('an account', () => {
  it('is deactivated by administrators, a bot also by its owner', () => {
    const bot = person(5, 400, { isBot: true, botOwnerId: member.userId });
    expect(() => decideDeactivate(admin, member, 1)).not.toThrow();
    expect(() => decideDeactivate(member, bot, 1)).not.toThrow();
    expect(() => decideDeactivate(guest, bot, 1)).toThrow('Insufficient permission');
    expect(() => decideDeactivate(member, guest, 1)).toThrow('Insufficient permission');
    expect(() => decideDeactivate(admin, owner, 2)).toThrow('Must be an organization owner');
    expect(() => decideDeactivate(owner, owner, 1)).toThrow('only organization owner');
    expect(() => decideDeactivate(owner, person(7, 400, { isBot: true, isSystemBot: true }), 1)).toThrow(
      'No such',
    );
  });

  it('is deactivated by the person, unless this is the last owner or the last person', () => {
    expect(() => decideDeactivateSelf(member, 1, 5)).not.toThrow();
    expect(() => decideDeactivateSelf(owner, 2, 5)).not.toThrow();
    expect(() => decideDeactivateSelf(owner, 1, 5)).toThrow('Cannot deactivate the only organization owner');
    expect(() => decideDeactivateSelf(member, 0, 1)).toThrow('Cannot deactivate the only user');
  });

  it('of a bot is managed by its owner and administrators', () => {
    const bot = person(5, 400, { isBot: true, botOwnerId: member.userId });
    expect([owner, admin, member, guest, bot].map((caller) => managesBot(caller, bot))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(managesBot(owner, { ...bot, isSystemBot: true })).toBe(false);
    expect(managesBot(owner, member)).toBe(false);
    const strong = { ...bot, role: 100 };
    expect([owner, admin, member].map((caller) => managesBot(caller, strong))).toEqual([true, false, true]);
  });
});
