import { jsonBytes } from '@parley/core';
import type { ListLinkifiersRequest, ListLinkifiersResponse } from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { listLinkifiers as readLinkifiers } from '../../db/linkifiers.ts';
import { presentLinkifier } from '../../domain/linkifiers.ts';

/** Linkifiers in the order in which they apply (contract, `get-linkifiers`). @throws UNAUTHORIZED */
export async function listLinkifiers(
  ctx: Ctx,
  _request: ListLinkifiersRequest,
  call: Call,
): Promise<ListLinkifiersResponse> {
  await requireCaller(ctx.db, call);
  const linkifiers = (await readLinkifiers(ctx.db)).map(presentLinkifier);
  return { linkifiersJson: jsonBytes(linkifiers) };
}
