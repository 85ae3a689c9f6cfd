import { type Call, personOf } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import type { Change } from '../../own-writes/recent-writers.ts';
import type { AnyRoute, Awaited } from '../declaration/route.ts';

const changesAwaited: Readonly<Record<Awaited, readonly Change[]>> = {
  everything: ['facts', 'messages'],
  facts: ['facts'],
  nothing: [],
};

/**
 * Returns the call with which services make a request see the caller's earlier writes. Waits only when the caller wrote
 * recently.
 * @param authorization the header that identified the caller; undefined for a session, which user-admin verifies for each
 * request
 * @throws UNAUTHORIZED when the caller's earlier write revoked their key; USER_DEACTIVATED or REALM_DEACTIVATED when it deactivated
 * their account or the organization
 */
export async function afterOwnWrites(
  { ownWrites, authenticator }: Pick<Ctx, 'ownWrites' | 'authenticator'>,
  call: Call,
  { awaits = 'everything', readsPresence = false }: Pick<AnyRoute, 'awaits' | 'readsPresence'>,
  authorization: string | undefined,
): Promise<Call> {
  const userId = personOf(call)?.userId;
  if (userId === undefined) return call;
  const finding = ownWrites.before(userId, changesAwaited[awaits]);
  const presence = readsPresence ? await ownWrites.presenceOf(userId) : undefined;
  const after = finding instanceof Promise ? await finding : finding;
  // The caller may have changed their own key, and the first authentication may have used a cache from before that change. So the
  // caller is authenticated again after a wait for recent writes. There is no wait when the user has no recent writes that this
  // route awaits, or when this gateway has already read the log up to these writes.
  if (finding instanceof Promise && authorization !== undefined)
    await authenticator.authenticate(authorization, call);
  return after || presence ? { ...call, ...(after && { after }), ...(presence && { presence }) } : call;
}

/** At the same time to the other gateways. Resolves with the result of `work` when both are done. */
export async function announced<T>(
  { ownWrites }: Pick<Ctx, 'ownWrites'>,
  call: Call,
  change: Change | 'nothing',
  work: () => Promise<T>,
): Promise<T> {
  const person = personOf(call);
  if (!person || change === 'nothing') return work();
  const write = ownWrites.begin(person.userId, change);
  try {
    return await work();
  } finally {
    await write.end();
  }
}
