import type { Queryable } from '@parley/db';
import type { UserId } from '@parley/rules';
import { accessGenerationOf, administratorsState } from '../access/db/credentials.ts';
import { findUser } from '../kernel/db/people.ts';
import type { AddressHolder } from './domain/address.ts';
import { type ExportRow, mayOpen } from './domain/rules.ts';

/** Returns the holder of addresses that a person gets now; of an operator without `userId`. */
export async function holderOf(db: Queryable, userId: UserId | undefined): Promise<AddressHolder> {
  if (userId === undefined) return { kind: 'operator' };
  return { kind: 'person', userId, generation: await accessGenerationOf(db, userId) };
}

export const administratorsNow = async (db: Queryable): Promise<AddressHolder> => ({
  kind: 'administrators',
  state: await administratorsState(db),
});

export async function mayHolderOpen(db: Queryable, row: ExportRow, holder: AddressHolder): Promise<boolean> {
  switch (holder.kind) {
    case 'operator':
      return true;
    case 'administrators':
      return row.kind === 'organization' && holder.state === (await administratorsState(db));
    case 'person': {
      const person = await findUser(db, holder.userId);
      if (!person?.isActive || !mayOpen(row, person)) return false;
      return holder.generation === (await accessGenerationOf(db, holder.userId));
    }
  }
}
