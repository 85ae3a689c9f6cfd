/** A person's role changed: they learn of channels that they may know of now, and lose sight of others. */
import { emitAll } from '@parley/db';
import type { User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import { standings } from '../access.ts';
import type { Ctx } from '../context.ts';
import { allChannels, type RelatedChannel } from '../db/channels.ts';
import { putPerson } from '../db/people.ts';
import { maySeeMetadata, metadataSettings } from '../domain/permissions.ts';
import { channelsHidden, channelsRevealed } from '../events/channel-created.ts';
import { postingRuleOf } from '../view/channel-json.ts';

/** @param user with the new role. */
export async function changeRole(ctx: Ctx, user: User, roleBefore: number, call: Call): Promise<void> {
  const rows = await allChannels(ctx.db, user.userId, { withArchived: true });
  const before = { ...user, role: roleBefore };
  const asking = rows.filter((row) => row.isPrivate && !row.isSubscribed);
  const stoodIn = await standings(ctx, before, asking, metadataSettings, call);
  const standsIn = await standings(ctx, user, asking, metadataSettings, call);
  const knew = (row: RelatedChannel) => maySeeMetadata(before, row, stoodIn(row));
  const knows = (row: RelatedChannel) => maySeeMetadata(user, row, standsIn(row));
  const ruleOf = await postingRuleOf(ctx.directory.groups, call);
  await ctx.db.tx(async (tx) => {
    await putPerson(tx, user);
    await emitAll(tx, [
      ...channelsRevealed(
        rows.filter((row) => knows(row) && !knew(row)),
        user.userId,
        ruleOf,
      ),
      ...channelsHidden(
        rows.filter((row) => knew(row) && !knows(row)).map((row) => row.channelId),
        user.userId,
      ),
    ]);
  });
}
