import { sql } from '@parley/db';
import type { GetImportFactsRequest, GetImportFactsResponse } from '@parley/proto/useradmin/v1/importing';
import { requireOperator } from '@parley/rpc';
import { findStoredOrganization } from '../../../kernel/db/organization.ts';
import { peopleWhere } from '../../../kernel/db/people.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listEmoji } from '../../db/emoji.ts';

/** Returns what an import needs to know of the organization, also while there is none. */
export async function getImportFacts(
  _ctx: Ctx,
  _request: GetImportFactsRequest,
  scope: DbScope,
): Promise<GetImportFactsResponse> {
  requireOperator(scope.call);
  if (!(await findStoredOrganization(scope))) {
    return { hasOrganization: false, organizationName: '', emojiNames: [], isFresh: true };
  }
  const emoji = (await listEmoji(scope)).filter(({ isDeactivated }) => !isDeactivated);
  return {
    hasOrganization: true,
    organizationName: (await scope.settings()).name,
    emojiNames: emoji.map(({ name }) => name),
    isFresh: (await peopleWhere(scope, sql`u.bot_type is null and not u.is_system_bot`, 2)).length <= 1,
  };
}
