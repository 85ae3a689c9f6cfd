import type { SnapshotTx } from '@parley/db';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import { type ListSource, type SnapshotList, SnapshotListCache } from '@parley/registration';
import type { ChannelId } from '@parley/rules';
import { listChannelChanges, readLineage } from '../db/channel-changes.ts';
import { channels } from '../db/channels.ts';
import { subscriberLists } from '../db/subscriptions.ts';
import type { RuleOf } from '../view/channel-json.ts';
import { type ChannelBlock, type ListedChannel, renderBlocks } from './channel-blocks.ts';

/** In characters, of a cached list. A larger list is read for each registration. */
const maxSubscribersLength = 64 * 1024 * 1024;

type Rendering = { of: ChannelList['channels']; blocks: Promise<readonly ChannelBlock[]> };

export class ChannelList implements SnapshotList {
  readonly lineage: string;
  readonly snapshot: Snapshot;
  readonly usedAt = Date.now();
  /** Channels by ID, in ascending order. */
  readonly channels: ReadonlyMap<ChannelId, ListedChannel>;
  /** The rendered blocks of this list, or those of an earlier list, whose unchanged blocks are reused. */
  #rendering: Rendering | undefined;

  constructor(
    place: { lineage: string; snapshot: Snapshot },
    listed: ReadonlyMap<ChannelId, ListedChannel>,
    rendering?: Rendering,
  ) {
    this.lineage = place.lineage;
    this.snapshot = place.snapshot;
    this.channels = listed;
    this.#rendering = rendering;
  }

  /** Unchanged blocks are reused. @param listed the channels in that snapshot; without it, none has changed */
  at(snapshot: Snapshot, listed = this.channels): ChannelList {
    return new ChannelList({ lineage: this.lineage, snapshot }, listed, this.#rendering);
  }

  get isKept(): boolean {
    let length = 0;
    for (const { subscribers } of this.channels.values()) length += subscribers?.length ?? 0;
    return length <= maxSubscribersLength;
  }

  /** Returns the blocks of all channels. They are rendered once. */
  blocks(ruleOf: RuleOf): Promise<readonly ChannelBlock[]> {
    const earlier = this.#rendering;
    if (earlier?.of === this.channels) return earlier.blocks;
    const render = async () =>
      renderBlocks([...this.channels.values()], ruleOf, await earlier?.blocks.catch(() => []));
    const rendering = { of: this.channels, blocks: render() };
    this.#rendering = rendering;
    rendering.blocks.catch(() => {
      if (this.#rendering === rendering) this.#rendering = earlier;
    });
    return rendering.blocks;
  }
}

export type ChannelListCache = SnapshotListCache<SnapshotTx, ChannelList>;

export const createChannelListCache = (withSubscribers: boolean): ChannelListCache =>
  new SnapshotListCache(withSubscribers ? sourceOf(subscriberLists) : sourceOf(undefined));

function sourceOf(readSubscribers: typeof subscriberLists | undefined): ListSource<SnapshotTx, ChannelList> {
  async function read(tx: SnapshotTx, ids?: readonly ChannelId[]): Promise<ListedChannel[]> {
    const rows = await channels(tx, ids);
    const ofChannel = await readSubscribers?.(
      tx,
      rows.map((row) => row.channelId),
    );
    return rows.map((row) => ({ row, subscribers: ofChannel && (ofChannel.get(row.channelId) ?? '[]') }));
  }

  return {
    listChanges: ({ small }, xmin) => listChannelChanges(small, xmin),
    async readAll(tx, snapshot) {
      const lineage = await readLineage(tx);
      return new ChannelList({ lineage, snapshot }, byId(await read(tx)));
    },
    async readChanged(tx, list, snapshot, ids) {
      if (ids.length === 0) return list.at(snapshot);
      const merged = new Map(list.channels);
      // A channel that is not found was deleted: a reset for tests deletes the channels that tests created.
      for (const id of ids) merged.delete(id);
      for (const [id, listed] of byId(await read(tx, ids))) merged.set(id, listed);
      // New channels usually have the highest IDs. When transactions that create channels commit in another order, they do not,
      // so the list is sorted.
      const ordered = new Map([...merged].sort(([one], [other]) => one - other));
      return list.at(snapshot, ordered);
    },
  };
}

const byId = (listed: readonly ListedChannel[]): Map<ChannelId, ListedChannel> =>
  new Map(listed.map((each) => [each.row.channelId, each]));
