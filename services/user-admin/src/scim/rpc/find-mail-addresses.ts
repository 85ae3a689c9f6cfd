import type {
  FindMailAddressesRequest,
  FindMailAddressesResponse,
} from '@parley/proto/useradmin/v1/notifications';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { findScimUser } from '../db/scim-users.ts';

/** Returns the addresses from which `notify` accepts replies to the person's mails: the account's and the provider's. */
export async function findMailAddresses(
  _ctx: Ctx,
  { userId }: FindMailAddressesRequest,
  scope: DbScope,
): Promise<FindMailAddressesResponse> {
  const person = await findScimUser(scope, userId);
  if (!person) return { addresses: [] };
  const others = (person.attributes.emails ?? []).map(({ value }) => value);
  return { addresses: [...new Set([person.email, ...others])] };
}
