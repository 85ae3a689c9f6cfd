import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { UpdateDomainRequest, UpdateDomainResponse } from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import type { Ctx } from '../../context.ts';
import { updateDomain as storeDomain } from '../../db/domains.ts';
import { domainKey } from '../../domain/domain-names.ts';
import { domainChanged } from '../../events/domains.ts';
import { administer } from '../../settings/administer.ts';

/**
 * Whether subdomains of a domain may join, too (specification, 18).
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED
 */
export async function updateDomain(
  ctx: Ctx,
  request: UpdateDomainRequest,
  call: Call,
): Promise<UpdateDomainResponse> {
  return administer(ctx, call, 'owners', async (tx) => {
    const changed = { domain: domainKey(request.domain), allowSubdomains: request.allowSubdomains };
    if (!(await storeDomain(tx, changed))) {
      throw errors.badRequest(`No entry found for domain ${request.domain}.`);
    }
    await emit(tx, domainChanged(changed));
    await audit(tx, call, { action: 'domain.changed', details: changed });
    return {};
  });
}
