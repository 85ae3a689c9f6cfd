import { jsonBytes } from '@parley/core';
import type { ListDomainsRequest, ListDomainsResponse } from '@parley/proto/useradmin/v1/organization';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listDomains as readDomains } from '../../db/domains.ts';
import { presentDomain } from '../../events/domains.ts';

/** Returns the permitted domains of people's addresses. */
export async function listDomains(
  _ctx: Ctx,
  _request: ListDomainsRequest,
  scope: DbScope,
): Promise<ListDomainsResponse> {
  await scope.caller();
  const domains = (await readDomains(scope)).map(presentDomain);
  return { domainsJson: jsonBytes(domains) };
}
