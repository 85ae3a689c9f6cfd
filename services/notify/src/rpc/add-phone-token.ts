import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { AddPhoneTokenRequest, AddPhoneTokenResponse } from '@parley/proto/notify/v1/notify';
import { personOf, requireConnection } from '@parley/rpc';
import { requireContents } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { putTokenPhone, removeTokenPhone } from '../db/phones.ts';
import { isAppId, maxPhones } from '../domain/phone.ts';
import { routeOf } from '../push/phone-transport.ts';
import { storeWithCredential } from '../push/store-with-credential.ts';
import { parseTokenPhone } from '../push/token-phone.ts';

/**
 * Stores a phone of the caller, which receives push messages from then on. When several accounts use one phone, each account
 * has its own row. Where no push service reaches the phone, it is stored, too: apps expect success, and the phone gets messages
 * as soon as a service is configured.
 * @throws BAD_REQUEST for an invalid token or app ID, UNAUTHORIZED, USER_DEACTIVATED; ACCESS_DENIED for an API key without the area
 * `messages`
 */
export async function addPhoneToken(
  ctx: Ctx,
  request: AddPhoneTokenRequest,
  scope: Scope,
): Promise<AddPhoneTokenResponse> {
  // The device receives messages from then on.
  requireContents(personOf(scope.call)?.keyScope);
  const { userId } = await scope.caller();
  const { service, token } = parseTokenPhone(request);
  const appId = service === 'apns' ? request.appId : null;
  if (appId !== null && !isAppId(appId)) throw errors.badRequest('Invalid app ID');
  const route = routeOf(ctx.phones, { kind: 'token', service, appId });
  // A phone that no service reaches is registered as soon as a forwarding service is configured.
  const options = { isForwarded: route === undefined || route === 'forwarder', limit: maxPhones };
  await storeWithCredential(ctx, scope, {
    store: () =>
      ctx.db.tx((tx) => putTokenPhone(tx, userId, { service, token, appId }, options), {
        check: () => requireConnection(scope.call),
      }),
    remove: () => ctx.db.tx((tx) => removeTokenPhone(tx, userId, { service, token })),
  });
  return {};
}
