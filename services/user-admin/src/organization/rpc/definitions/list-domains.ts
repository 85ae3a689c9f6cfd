import { jsonBytes } from '@parley/core';
import type { ListDomainsRequest, ListDomainsResponse } from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { listDomains as readDomains } from '../../db/domains.ts';
import { presentDomain } from '../../events/domains.ts';

/** Domains whose addresses may join (contract, `get-realm-domains`). @throws UNAUTHORIZED */
export async function listDomains(
  ctx: Ctx,
  _request: ListDomainsRequest,
  call: Call,
): Promise<ListDomainsResponse> {
  await requireCaller(ctx.db, call);
  const domains = (await readDomains(ctx.db)).map(presentDomain);
  return { domainsJson: jsonBytes(domains) };
}
