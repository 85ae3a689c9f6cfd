import { jsonBytes } from '@parley/core';
import type { FindNamedUsersRequest, FindNamedUsersResponse } from '@parley/proto/useradmin/v1/user_admin';
import { bestNamed } from '@parley/rules';
import type { Ctx } from '../../context.ts';
import { listVisibleIds } from '../../guest-visibility/visible-people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { presentUser } from '../../people/domain/present-user.ts';

const maxUsers = 50;

/** Active people whom the caller may see, by name or by address as the caller sees it. */
export async function findNamedUsers(
  ctx: Ctx,
  { query, limit }: FindNamedUsersRequest,
  scope: DbScope,
): Promise<FindNamedUsersResponse> {
  const viewer = await scope.caller();
  const visibleIds = await listVisibleIds(scope, viewer);
  const { value: list } = await scope.snapshot((tx, snapshot) => ctx.peopleLists.read(tx, snapshot));
  const seen: { person: Person; names: readonly string[] }[] = [];
  for (const { person } of list.people.values()) {
    if (!person.isActive || (visibleIds && !visibleIds.has(person.userId))) continue;
    seen.push({ person, names: [person.fullName] });
  }
  const count = Math.min(limit, maxUsers);
  const named = bestNamed(seen, query, ({ names }) => names, count).map(({ person }) => person);
  const addressed = query.includes('@')
    ? seen.filter(({ person }) => addressOf(person, viewer).startsWith(query.trim().toLowerCase()))
    : [];
  const found = new Set([...addressed.map(({ person }) => person), ...named]);
  return {
    usersJson: jsonBytes([...found].slice(0, count).map((person) => presentUser(person, { viewer }))),
  };
}

function addressOf(person: Person, viewer: Person): string {
  const { delivery_email: real, email } = presentUser(person, { viewer });
  return (real ?? email).toLowerCase();
}
