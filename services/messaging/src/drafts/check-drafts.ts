import { errors, errorText } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { Draft } from '@parley/proto/messaging/v1/personal';
import type { UserId } from '@parley/rules';
import { loadReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { type DraftContent, parseDraft } from '../domain/personal/drafts.ts';
import { mayKnowChannel } from '../domain/reading/visibility.ts';

/** Parses drafts, and checks that the caller may know their channels and recipients. @throws BAD_REQUEST when a check fails */
export function checkDrafts(
  ctx: Ctx,
  given: readonly Draft[],
  scope: Scope,
): Promise<{ userId: UserId; drafts: DraftContent[] }> {
  const now = Math.floor(ctx.clock.now() / 1000);
  const drafts = given.map((draft) => parseDraft(draft, now));
  return scope.confirmed(async (scope) => {
    const user = await scope.caller();
    await requireStoredDrafts(user.userId, scope);
    const reader = await loadReader(user, scope);
    const channelIds = drafts.flatMap(({ type, to }) => (type === 'stream' ? to : []));
    const userIds = drafts.flatMap(({ type, to }) => (type === 'private' ? to : []));
    const [channels, people] = await Promise.all([
      scope.channels.many(channelIds),
      scope.users.many(userIds),
    ]);
    for (const id of channelIds) {
      const channel = channels.get(id);
      if (!channel || !mayKnowChannel(reader, channel)) throw errors.badRequest('Invalid channel ID');
    }
    const unknown = userIds.find((id) => !people.has(id));
    if (unknown !== undefined)
      throw errors.badRequest(errorText('Invalid user ID {userId}', { userId: unknown }));
    return { userId: user.userId, drafts };
  });
}

/** The setting `enable_drafts_synchronization`. @throws BAD_REQUEST when it is off */
export async function requireStoredDrafts(userId: UserId, scope: Scope): Promise<void> {
  const settings = await scope.writingSettings([userId]);
  if (settings.get(userId)?.draftsDisabled)
    throw errors.badRequest('User has disabled synchronizing drafts.');
}
