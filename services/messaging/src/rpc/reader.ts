import { errors } from '@parley/core';
import type { LookupOptions, User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { requireActive } from '../domain/posting.ts';
import { formerChannelIds, ownSight, type Reader, type Sight } from '../domain/visibility.ts';

/** The person the call is for. @throws UNAUTHORIZED, USER_DEACTIVATED */
export async function callerOf({ directory }: Ctx, call: Call, options?: LookupOptions): Promise<User> {
  if (!call.principal) throw errors.unauthorized();
  return requireActive(await directory.users.get(call.principal.userId, call, options));
}

/** What decides what a person may read. */
export async function readerOf(
  { directory }: Ctx,
  user: User,
  call: Call,
  options?: LookupOptions,
): Promise<Reader & { user: User }> {
  return { user, histories: await directory.subscriptions.of(user.userId, call, options) };
}

/** The reader's own history in channels. */
export async function ownSightOf({ directory }: Ctx, reader: Reader, call: Call): Promise<Sight> {
  const former = formerChannelIds(reader);
  return ownSight(reader, former.length > 0 ? await directory.channels.many(former, call) : new Map());
}
