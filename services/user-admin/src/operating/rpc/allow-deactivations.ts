import { errors, errorText } from '@parley/core';
import type {
  AllowDeactivationsRequest,
  AllowDeactivationsResponse,
} from '@parley/proto/useradmin/v1/provisioning';
import { requireOperator } from '@parley/rpc';
import { audit } from '../../kernel/audit.ts';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../../scim/context.ts';
import { storeAllowedPeople } from '../../scim/db/provisioning-limit.ts';

const maxPeople = 1_000_000;

/**
 * Permits an identity provider to deactivate `people` people beyond the limit within a day. 0 revokes the permission.
 * @throws BAD_REQUEST when `people` is negative or too large
 */
export async function allowDeactivations(
  _ctx: Ctx,
  { people }: AllowDeactivationsRequest,
  scope: DbScope,
): Promise<AllowDeactivationsResponse> {
  requireOperator(scope.call);
  if (people < 0 || people > maxPeople)
    throw errors.badRequest(errorText('Invalid {parameter}', { parameter: 'people' }));
  await scope.write(async (tx) => {
    await storeAllowedPeople(tx, people);
    await audit(tx, { action: 'provisioning.deactivations_allowed', details: { people } });
  });
  return {};
}
