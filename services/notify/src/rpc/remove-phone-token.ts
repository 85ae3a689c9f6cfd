import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { RemovePhoneTokenRequest, RemovePhoneTokenResponse } from '@parley/proto/notify/v1/notify';
import type { Ctx } from '../context.ts';
import { insertRemoval } from '../db/phone-removals.ts';
import { removeTokenPhone } from '../db/phones.ts';
import { parseTokenPhone } from '../push/token-phone.ts';

/** @throws BAD_REQUEST when the token is invalid or the caller has no such phone */
export async function removePhoneToken(
  ctx: Ctx,
  request: RemovePhoneTokenRequest,
  scope: Scope,
): Promise<RemovePhoneTokenResponse> {
  const { userId } = await scope.caller();
  const phone = parseTokenPhone(request);
  const isRemoved = await ctx.db.tx(async (tx) => {
    const found = await removeTokenPhone(tx, userId, phone);
    if (found && ctx.phones.forwarder) await insertRemoval(tx, userId, phone);
    return found;
  });
  if (!isRemoved) throw errors.badRequest('Token does not exist');
  return {};
}
