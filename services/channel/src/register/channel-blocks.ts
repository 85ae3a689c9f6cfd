import { setImmediate } from 'node:timers/promises';
import { SharedText } from '@parley/registration';
import type { ChannelRow } from '../db/channels.ts';
import { channelJson, personalJson, plainSettings, type RuleOf } from '../view/channel-json.ts';

/**
 * A channel with the IDs of its active subscribers as the text of a JSON array; undefined in a list without
 * subscribers.
 */
export type ListedChannel = { readonly row: ChannelRow; readonly subscribers: string | undefined };

/** Number of channels in a block. A change of one channel sends the whole block again. */
const channelsPerBlock = 32;

/**
 * The text of some channels (`,{…}` for each), as people see it who are subscribed with default settings. The order of
 * the members lets other readers share the beginning of a channel's text: theirs differs only from an index to its end.
 */
export type ChannelBlock = { readonly text: SharedText; readonly entries: readonly ChannelEntry[] };

/** The place of a channel in its block, in bytes. It starts with a comma. */
export type ChannelEntry = {
  readonly listed: ListedChannel;
  readonly start: number;
  /**
   * Index in `text` at which the list of subscribers begins, with a comma. Equal to `personalAt` in a list without
   * subscribers.
   */
  readonly subscribersAt: number;
  /** Index in `text` at which the personal settings begin, with a comma. */
  readonly personalAt: number;
  /** Exclusive. */
  readonly end: number;
};

/**
 * Renders channels in blocks. Other requests run in between.
 * @param earlier blocks of an earlier list: those in which nothing changed are reused
 */
export async function renderBlocks(
  listed: readonly ListedChannel[],
  ruleOf: RuleOf,
  earlier: readonly ChannelBlock[] = [],
): Promise<ChannelBlock[]> {
  const blocks: ChannelBlock[] = [];
  for (let from = 0; from < listed.length; from += channelsPerBlock) {
    const slice = listed.slice(from, from + channelsPerBlock);
    const reused = earlier[blocks.length];
    if (reused && isBlockOf(reused, slice)) {
      blocks.push(reused);
    } else {
      if (blocks.length > 0) await setImmediate();
      blocks.push(renderBlock(slice, ruleOf));
    }
  }
  return blocks;
}

const isBlockOf = ({ entries }: ChannelBlock, listed: readonly ListedChannel[]): boolean =>
  entries.length === listed.length && entries.every((entry, index) => entry.listed === listed[index]);

function renderBlock(slice: readonly ListedChannel[], ruleOf: RuleOf): ChannelBlock {
  const texts: Buffer[] = [];
  const entries: ChannelEntry[] = [];
  let end = 0;
  const add = (text: string): number => {
    const bytes = Buffer.from(text);
    texts.push(bytes);
    const start = end;
    end += bytes.length;
    return start;
  };
  for (const each of slice) {
    const { row, subscribers } = each;
    const start = add(`,${JSON.stringify(channelJson(row, ruleOf)).slice(0, -1)}`);
    const subscribersAt = subscribers === undefined ? end : add(`,"subscribers":${subscribers}`);
    const personalAt = add(`,${JSON.stringify(personalJson(row.channelId, plainSettings)).slice(1)}`);
    entries.push({ listed: each, start, subscribersAt, personalAt, end });
  }
  return { text: new SharedText(Buffer.concat(texts)), entries };
}
