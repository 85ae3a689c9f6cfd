import type { AddressHolder } from '@parley/core';
import type { Queryable } from '@parley/db';
import { accessGenerationOf } from '../identity/db/credentials.ts';

/** Returns the holder of download URLs that a person gets; of an operator without `userId`. */
export async function holderOf(db: Queryable, userId: number | undefined): Promise<AddressHolder> {
  if (userId === undefined) return { kind: 'nobody' };
  return { kind: 'person', userId, generation: await accessGenerationOf(db, userId) };
}
