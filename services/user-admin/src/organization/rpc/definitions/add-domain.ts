import { errors, errorText } from '@parley/core';
import { emit } from '@parley/db';
import type { AddDomainRequest, AddDomainResponse } from '@parley/proto/useradmin/v1/organization';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { insertDomain, listDomains, maxDomains } from '../../db/domains.ts';
import { checkDomain } from '../../domain/domain-names.ts';
import { domainAdded } from '../../events/domains.ts';
import { administer } from '../../settings/administer.ts';

/**
 * Permits a domain for the addresses of new people. Only owners may call it.
 * @throws BAD_REQUEST when the domain is malformed or already permitted, or there are too many domains; UNAUTHORIZED_PRINCIPAL
 * when the caller is not an owner
 */
export async function addDomain(
  _ctx: Ctx,
  request: AddDomainRequest,
  scope: DbScope,
): Promise<AddDomainResponse> {
  return administer(scope, 'owners', async (tx) => {
    const added = { domain: checkDomain(request.domain), allowSubdomains: request.allowSubdomains };
    if ((await listDomains(tx)).length >= maxDomains) {
      throw errors.badRequest(errorText('At most {limit} domains are possible.', { limit: maxDomains }));
    }
    if (!(await insertDomain(tx, added))) {
      throw errors.badRequest(
        errorText('The domain {domain} is already a part of your organization.', { domain: added.domain }),
      );
    }
    await emit(tx, domainAdded(added));
    await audit(tx, { action: 'domain.added', details: added });
    return {};
  });
}
