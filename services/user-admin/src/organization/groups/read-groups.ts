import type { Tx } from '@parley/db';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../kernel/caller.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Ctx } from '../context.ts';
import type { StoredGroup, SystemGroupMembers } from '../domain/groups.ts';

/** Questions about groups, read at one moment; everyone with an account may ask. @throws UNAUTHORIZED */
export const asking = <T>(ctx: Ctx, call: Call, read: (tx: Tx, caller: Person) => Promise<T>): Promise<T> =>
  ctx.db
    .snapshot(async (tx) => {
      return read(tx, await requireCaller(tx, call));
    })
    .then(({ value }) => value);

/** Who is in a group itself, not by a group within it; of a system group those of its rule. */
export const directMembers = (group: StoredGroup, system: SystemGroupMembers): readonly number[] =>
  group.rule === '' ? group.memberIds : (system[group.rule as keyof SystemGroupMembers] ?? []);
