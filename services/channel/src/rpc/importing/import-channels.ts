import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import type { Scope } from '@parley/facts';
import type {
  ImportChannelsRequest,
  ImportChannelsResponse,
  ImportedChannel,
  ImportedChannelResult,
} from '@parley/proto/channel/v1/importing';
import { requireOperator } from '@parley/rpc';
import { channelNameKey } from '@parley/rules';
import type { Ctx } from '../../context.ts';
import { channels } from '../../db/channels.ts';
import { knownImports } from '../../db/imports.ts';
import { takeBoundary } from '../../db/subscriptions.ts';
import { importChannel, placeOf, planChannel, prepareChannel } from '../../importing/import-channel.ts';
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
  const taken = new Set(takenNames.map(channelNameKey));
  const take = isDryRun
    ? (channel: ImportedChannel) => foresee(ctx, channel, { importId, source, taken })
    : await importer(ctx, scope, { importId, source, taken });
  const results: ImportedChannelResult[] = [];
  for (const channel of given) {
    const result = await take(channel);
    taken.add(channelNameKey(result.name));
    results.push(result);
  }
  return { results };
}

type Importing = { importId: number; source: string; taken: ReadonlySet<string> };

async function importer(ctx: Ctx, scope: Scope, importing: Importing) {
  const ruleOf = await postingRuleOf(scope);
  return async (channel: ImportedChannel): Promise<ImportedChannelResult> => {
    const prepared = await prepareChannel(ctx, channel, scope);
    return ctx.db.tx(async (tx) => {
      await takeBoundary(tx);
      return (
        (await foundBefore(tx, channel, importing)) ?? importChannel(tx, prepared, { ...importing, ruleOf })
      );
    });
  };
}

/** Returns what an import would make of a channel. */
function foresee(ctx: Ctx, channel: ImportedChannel, importing: Importing): Promise<ImportedChannelResult> {
  return ctx.db.tx(async (tx) => {
    const before = await foundBefore(tx, channel, importing);
    if (before) return before;
    const { there, name } = await placeOf(tx, planChannel(ctx, channel), importing.taken);
    return there
      ? { channelId: there.channelId, outcome: 'merged', name: there.name }
      : { channelId: 0, outcome: 'created', name };
  });
}

/** Returns the channel that an import has found or created before. */
async function foundBefore(
  tx: Tx,
  { key }: ImportedChannel,
  { importId, source }: Importing,
): Promise<ImportedChannelResult | undefined> {
  const [known] = await knownImports(tx, source, [key]);
  const [row] = known ? await channels(tx, [known.channelId]) : [];
  if (!row) return undefined;
  // A repeated call gets the answer of the first one, so that an import that was interrupted counts right.
  const own = known?.isCreated ? 'created' : 'merged';
  const outcome = known?.importId === importId ? own : 'known';
  return { channelId: row.channelId, outcome, name: row.name };
}
