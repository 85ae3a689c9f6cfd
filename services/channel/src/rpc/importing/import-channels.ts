import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type {
  ImportChannelsRequest,
  ImportChannelsResponse,
  ImportedChannelResult,
} from '@parley/proto/channel/v1/importing';
import { requireOperator } from '@parley/rpc';
import { channelNameKey } from '@parley/rules';
import type { Ctx } from '../../context.ts';
import { channels } from '../../db/channels.ts';
import { knownImports } from '../../db/imports.ts';
import { takeBoundary } from '../../db/subscriptions.ts';
import { importChannel, prepareChannel } from '../../importing/import-channel.ts';
import { postingRuleOf } from '../../view/channel-json.ts';

const maxChannels = 200;

/**
 * Finds or creates the channels of an import. A channel of the same name gets the messages if that shows them to nobody else;
 * otherwise, and where another channel of the archive has the name, the new one gets another name. Repeating a call changes nothing.
 */
export async function importChannels(
  ctx: Ctx,
  { importId, source, channels: given, dryRun: isDryRun, takenNames }: ImportChannelsRequest,
  scope: Scope,
): Promise<ImportChannelsResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  if (given.length > maxChannels) throw errors.internal();
  const ruleOf = await postingRuleOf(scope);
  const results: ImportedChannelResult[] = [];
  const taken = new Set(takenNames.map(channelNameKey));
  for (const channel of given) {
    const prepared = await prepareChannel(ctx, channel, scope);
    const result = await ctx.db.tx(async (tx) => {
      await takeBoundary(tx);
      const [known] = await knownImports(tx, source, [channel.key]);
      const [row] = known ? await channels(tx, [known.channelId]) : [];
      // A repeated call gets the answer of the first one, so that an import that was interrupted counts right.
      const own = known?.isCreated ? 'created' : 'merged';
      const outcome = known?.importId === importId ? own : 'known';
      if (row) return { channelId: row.channelId, outcome, name: row.name };
      return importChannel(tx, prepared, { importId, source, ruleOf, isDryRun, taken });
    });
    taken.add(channelNameKey(result.name));
    results.push(result);
  }
  return { results };
}
