import { jsonBytes } from '@parley/core';
import type { ListLinkifiersRequest, ListLinkifiersResponse } from '@parley/proto/useradmin/v1/organization';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listLinkifiers as readLinkifiers } from '../../db/linkifiers.ts';
import { presentLinkifier } from '../../domain/linkifiers.ts';

/** Returns the linkifiers in the order in which they apply. */
export async function listLinkifiers(
  _ctx: Ctx,
  _request: ListLinkifiersRequest,
  scope: DbScope,
): Promise<ListLinkifiersResponse> {
  await scope.caller();
  const linkifiers = (await readLinkifiers(scope)).map(presentLinkifier);
  return { linkifiersJson: jsonBytes(linkifiers) };
}
