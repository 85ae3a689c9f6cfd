import { setImmediate } from 'node:timers/promises';
import { SharedText } from '@parley/registration';
import type { ChannelRow } from '../db/channels.ts';
import { channelJson, personalJson, plainSettings, type RuleOf } from '../view/channel-json.ts';

/** `subscribers` is the text of a JSON array; undefined in a list without subscribers. */
export type ListedChannel = { readonly row: ChannelRow; readonly subscribers: string | undefined };

/** Number of channels in a block. When one of them changes, the gateway receives the whole block again. */
const channelsPerBlock = 32;

/** The JSON text of a block's channels, each as `,{…}`, in the form for one kind of list in a registration. */
export type BlockText = { readonly text: SharedText; readonly places: readonly Place[] };

export type Place = {
  readonly listed: ListedChannel;
  readonly start: number;
  /** Index of the comma before the list of subscribers. Equal to `personalAt` when the text has no such list. */
  readonly subscribersAt: number;
  /** Index of the comma before the personal settings, or of the closing brace when the text has none. */
  readonly personalAt: number;
  /** Index after the channel's last byte. */
  readonly end: number;
};

export class ChannelBlock {
  /** The text of `subscriptions` and `unsubscribed`, for people who have default settings. */
  readonly subscribed: BlockText;
  #known: BlockText | undefined;
  #listed: BlockText | undefined;

  constructor(subscribed: BlockText) {
    this.subscribed = subscribed;
  }

  /** The text of `never_subscribed`: without personal settings. */
  get known(): BlockText {
    const hasSubscribers = this.subscribed.places.some((place) => place.subscribersAt < place.personalAt);
    if (!hasSubscribers) return this.listed;
    this.#known ??= shorten(this.subscribed, ({ personalAt }) => personalAt);
    return this.#known;
  }

  /** The text of `streams`: without personal settings and lists of subscribers. */
  get listed(): BlockText {
    this.#listed ??= shorten(this.subscribed, ({ subscribersAt }) => subscribersAt);
    return this.#listed;
  }

  isOf(listed: readonly ListedChannel[]): boolean {
    const { places } = this.subscribed;
    return places.length === listed.length && places.every((place, index) => place.listed === listed[index]);
  }
}

const closing = Buffer.from('}');

/** Each channel ends at an earlier index. @param endOf the index at which the members of a channel end */
function shorten({ text, places }: BlockText, endOf: (place: Place) => number): BlockText {
  const texts: Buffer[] = [];
  const shorter: Place[] = [];
  let end = 0;
  for (const place of places) {
    const members = text.bytes.subarray(place.start, endOf(place));
    texts.push(members, closing);
    const start = end;
    end += members.length + closing.length;
    const membersEnd = end - closing.length;
    const subscribersAt = Math.min(start + place.subscribersAt - place.start, membersEnd);
    shorter.push({ listed: place.listed, start, subscribersAt, personalAt: membersEnd, end });
  }
  return { text: new SharedText(Buffer.concat(texts)), places: shorter };
}

/** Other requests run between two blocks. @param earlier blocks that are reused without changes */
export async function renderBlocks(
  listed: readonly ListedChannel[],
  ruleOf: RuleOf,
  earlier: readonly ChannelBlock[] = [],
): Promise<ChannelBlock[]> {
  const blocks: ChannelBlock[] = [];
  for (let from = 0; from < listed.length; from += channelsPerBlock) {
    const slice = listed.slice(from, from + channelsPerBlock);
    const reused = earlier[blocks.length];
    if (reused?.isOf(slice)) {
      blocks.push(reused);
    } else {
      if (blocks.length > 0) await setImmediate();
      blocks.push(renderBlock(slice, ruleOf));
    }
  }
  return blocks;
}

function renderBlock(slice: readonly ListedChannel[], ruleOf: RuleOf): ChannelBlock {
  const texts: Buffer[] = [];
  const places: Place[] = [];
  let end = 0;
  const add = (text: string): number => {
    const bytes = Buffer.from(text);
    texts.push(bytes);
    const start = end;
    end += bytes.length;
    return start;
  };
  for (const listed of slice) {
    const { row, subscribers } = listed;
    const start = add(`,${JSON.stringify(channelJson(row, ruleOf)).slice(0, -1)}`);
    const subscribersAt = subscribers === undefined ? end : add(`,"subscribers":${subscribers}`);
    const personalAt = add(`,${JSON.stringify(personalJson(row.channelId, plainSettings)).slice(1)}`);
    places.push({ listed, start, subscribersAt, personalAt, end });
  }
  return new ChannelBlock({ text: new SharedText(Buffer.concat(texts)), places });
}
