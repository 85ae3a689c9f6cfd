import { Organization, type Person } from '@parley/test-kit';
import type { Team } from './team.ts';

/** Numbers of the roles below owner, by name. */
const numbers = { admin: 200, moderator: 300, member: 400, guest: 600 } as const;

export type Role = keyof typeof numbers | 'owner';

export const administrators: readonly Role[] = ['owner', 'admin'];
export const members: readonly Role[] = [...administrators, 'moderator', 'member'];
export const everyone: readonly Role[] = [...members, 'guest'];

/** Creates a person of each role other than owner. */
export async function addPeopleOfRoles(team: Team): Promise<Record<Role, Person>> {
  const organization = await Organization.signIn((credentials) => team.network.client(credentials));
  const added = await organization.add(...(Object.keys(numbers) as (keyof typeof numbers)[]));
  const people = added as Record<keyof typeof numbers, Person>;
  for (const [name, role] of Object.entries(numbers)) {
    if (role === numbers.member) continue;
    await team.owner.api.patch(`/users/${people[name as keyof typeof numbers].userId}`, { role });
  }
  return { ...people, owner: team.owner };
}
