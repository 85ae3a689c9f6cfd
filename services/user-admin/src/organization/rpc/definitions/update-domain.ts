import { errors, errorText, expectFields } from '@parley/core';
import { emit } from '@parley/db';
import type { UpdateDomainRequest, UpdateDomainResponse } from '@parley/proto/useradmin/v1/organization';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listDomains, updateDomain as storeDomain } from '../../db/domains.ts';
import { domainKey } from '../../domain/domain-names.ts';
import { domainChanged, presentDomain } from '../../events/domains.ts';
import { administer } from '../../settings/administer.ts';

/**
 * Changes whether subdomains of a permitted domain are permitted, too. Only owners may call it.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL; EXPECTATION_MISMATCH when the stored value differs from the expected one
 */
export async function updateDomain(
  _ctx: Ctx,
  request: UpdateDomainRequest,
  scope: DbScope,
): Promise<UpdateDomainResponse> {
  return administer(scope, 'owners', async (tx) => {
    const changed = { domain: domainKey(request.domain), allowSubdomains: request.allowSubdomains };
    const before = (await listDomains(tx)).find(({ domain }) => domain === changed.domain);
    if (!before) {
      throw errors.badRequest(errorText('No entry found for domain {domain}.', { domain: request.domain }));
    }
    expectFields(request.expected, presentDomain(before));
    await storeDomain(tx, changed);
    await emit(tx, domainChanged(changed));
    await audit(tx, { action: 'domain.changed', details: { from: before, to: changed } });
    return {};
  });
}
