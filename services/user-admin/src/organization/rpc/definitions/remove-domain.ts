import { errors, errorText } from '@parley/core';
import { emit } from '@parley/db';
import type { RemoveDomainRequest, RemoveDomainResponse } from '@parley/proto/useradmin/v1/organization';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deleteDomain, listDomains } from '../../db/domains.ts';
import { domainKey } from '../../domain/domain-names.ts';
import { domainRemoved } from '../../events/domains.ts';
import { administer } from '../../settings/administer.ts';
import { changeSettings } from '../../settings/change-settings.ts';

/**
 * Removes a permitted domain of people's addresses. Removing the last one switches off the restriction to domains, because
 * otherwise nobody could join. Only owners may call it.
 * @throws BAD_REQUEST when the domain is not a permitted one; UNAUTHORIZED_PRINCIPAL when the caller is not an owner
 */
export async function removeDomain(
  ctx: Ctx,
  request: RemoveDomainRequest,
  scope: DbScope,
): Promise<RemoveDomainResponse> {
  return administer(scope, 'owners', async (tx) => {
    const domain = domainKey(request.domain);
    const removed = (await listDomains(tx)).find((each) => each.domain === domain);
    if (!removed || !(await deleteDomain(tx, domain))) {
      throw errors.badRequest(errorText('No entry found for domain {domain}.', { domain: request.domain }));
    }
    await emit(tx, domainRemoved(domain));
    await audit(tx, { action: 'domain.removed', details: removed });
    if ((await listDomains(tx)).length === 0) {
      await changeSettings(ctx, tx, { emails_restricted_to_domains: false });
    }
    return {};
  });
}
