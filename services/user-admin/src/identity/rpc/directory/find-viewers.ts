import type { FindViewersRequest, FindViewersResponse } from '@parley/proto/useradmin/v1/visibility';
import { findUser } from '../../../kernel/db/people.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { listViewers } from '../../../kernel/db/visibility.ts';
import { areGuestsLimited } from '../../../kernel/domain/visibility.ts';
import type { Ctx } from '../../context.ts';

/** Which guests see a person, for services that tell of what the person does. No permission is checked. */
export async function findViewers(ctx: Ctx, { userId }: FindViewersRequest): Promise<FindViewersResponse> {
  const person = await findUser(ctx.db, userId);
  const everyone = !person || person.isBot || !areGuestsLimited(await readRealm(ctx.db, ctx.config));
  if (everyone) return { everyone, guestIds: [] };
  return { everyone, guestIds: (await listViewers(ctx.db, [userId])).get(userId) ?? [] };
}
