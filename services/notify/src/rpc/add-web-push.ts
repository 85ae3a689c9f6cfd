import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import { OutsideError } from '@parley/outside';
import type { AddWebPushRequest, AddWebPushResponse } from '@parley/proto/notify/v1/notify';
import { personOf, requireConnection } from '@parley/rpc';
import { requireContents } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { putSubscription, removeSubscription } from '../db/web-push.ts';
import { areSubscriptionKeys } from '../domain/web-push.ts';
import { storeWithCredential } from '../push/store-with-credential.ts';

/** Form of an endpoint: printable ASCII characters without spaces, short enough for a database index. */
const endpointForm = /^[!-~]{1,2000}$/;
/** Maximum number of subscriptions of one person. A new one beyond it replaces the oldest. */
const maxSubscriptions = 20;

/**
 * Stores a push subscription of the caller's browser, which receives push messages from then on. The URL of its push service
 * must lead to a public address. This is checked now, and again at each push.
 * @throws BAD_REQUEST for invalid keys or an endpoint that is not permitted; UNAUTHORIZED, also when the caller's credentials
 * have ended meanwhile; ACCESS_DENIED for an API key without the area `messages`
 */
export async function addWebPush(
  ctx: Ctx,
  { endpoint, p256dh, auth }: AddWebPushRequest,
  scope: Scope,
): Promise<AddWebPushResponse> {
  // The device receives messages from then on.
  requireContents(personOf(scope.call)?.keyScope);
  const { userId } = await scope.caller();
  if (!areSubscriptionKeys({ p256dh, auth }))
    throw errors.badRequest('The keys of the subscription are invalid.');
  try {
    if (!endpointForm.test(endpoint)) throw new OutsideError('not an address in ASCII');
    await ctx.push.check(endpoint);
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    ctx.logger.debug({ err: error, userId }, 'a subscription was refused');
    throw errors.badRequest('The endpoint of the subscription is not a public https address.');
  }
  await storeWithCredential(ctx, scope, {
    store: () =>
      ctx.db.tx((tx) => putSubscription(tx, userId, { endpoint, p256dh, auth }, maxSubscriptions), {
        check: () => requireConnection(scope.call),
      }),
    remove: () => removeSubscription(ctx.db, userId, endpoint),
  });
  return {};
}
