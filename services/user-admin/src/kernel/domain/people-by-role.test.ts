import { roles, type UserId } from '@parley/rules';
import { expect, it } from 'vitest';
import { PeopleByRole } from './people-by-role.ts';
import type { Person } from './person.ts';

const person = (userId: UserId, role: number, joinedAt: number, isActive = true) =>
  ({ userId, role, joinedAt, isActive }) as Person;

it('lists active people by role, and members whose waiting period is over', () => {
  const people = new PeopleByRole([
    person(1, roles.owner, 0),
    person(2, roles.member, 300),
    person(3, roles.member, 100),
    person(4, roles.member, 100, false),
    person(5, roles.member, 200),
  ]);
  expect(people.textOf(roles.owner).bytes.toString()).toBe('[1]');
  expect(people.textOf(roles.guest).bytes.toString()).toBe('[]');
  expect(people.textOf(roles.member).bytes.toString()).toBe('[2,3,5]');
  const full = (joinedUntil: number) => people.fullMembers(joinedUntil).bytes.toString();
  expect(['99', '100', '199', '200', '299', '300', '301'].map((until) => full(Number(until)))).toEqual([
    '[]',
    '[3]',
    '[3]',
    '[3,5]',
    '[3,5]',
    '[2,3,5]',
    '[2,3,5]',
  ]);
});

it('returns the same text while no person changes', () => {
  const people = new PeopleByRole([person(2, roles.member, 300), person(3, roles.member, 100)]);
  expect(people.textOf(roles.member)).toBe(people.textOf(roles.member));
  expect(people.fullMembers(100)).toBe(people.fullMembers(250));
});
