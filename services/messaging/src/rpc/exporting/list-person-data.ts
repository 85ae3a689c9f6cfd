import { readJsonPage } from '@parley/db';
import type { ListPersonDataRequest, ListPersonDataResponse } from '@parley/proto/common/v1/person_data';
import type { Ctx } from '../../context.ts';
import { personDataQueries } from '../../db/whole-accounts/person-data.ts';

/** Only `user-admin` calls it, for an export of the person's data. Checks no permission. */
export async function listPersonData(
  ctx: Ctx,
  { userId, kind, afterId }: ListPersonDataRequest,
): Promise<ListPersonDataResponse> {
  const query = personDataQueries[kind];
  if (!query) throw new Error('The call names no kind of data.');
  return readJsonPage(ctx.db, query(userId), afterId);
}
