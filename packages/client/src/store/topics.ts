import { foldCase } from '../fold-case.ts';
import type { ChannelId } from '../ids.ts';
import type { Batch } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import { type PlaceKey, placeKey, topicKey } from '../place.ts';
import type { Handlers } from './handlers.ts';
import { type TopicPlace, type WholeMove, wholeMoveOf } from './message-change.ts';

/** A topic. The name has the spelling of the newest message. */
export type Topic = { readonly name: string; readonly newestId: number };

/** Where a topic went, and whether there were messages of others, as far as the client knew. */
export type MovedTopic = TopicPlace & { readonly isIntoOthers: boolean };

export type TopicRequest = {
  readonly channelId: ChannelId;
  readonly number: number;
  readonly before: ReadonlySet<Topic>;
};

/** Maximum number of moves that are kept. */
const maxMoves = 200;

/** Topics of the channels whose topics were loaded. */
export class Topics {
  /** Topics by channel ID, most recent first. */
  readonly ofChannel: ObservableMap<ChannelId, readonly Topic[]>;
  /** Where topics went that moved as a whole, by the key of the place that they left. The latest moves are kept. */
  readonly #moves = new Map<PlaceKey, MovedTopic>();
  #requests = 0;
  /** Number of the latest request whose answer was stored, by channel ID. */
  readonly #received = new Map<ChannelId, number>();

  constructor(batch: Batch) {
    this.ofChannel = new ObservableMap(batch);
  }

  /** Removes all topics, because changes may have been missed. */
  clear(): void {
    this.#moves.clear();
    this.ofChannel.replaceAll([]);
  }

  /** Begins a request for the topics of a channel. Pass what it returns to `receive`. */
  begin(channelId: ChannelId): TopicRequest {
    return { channelId, number: ++this.#requests, before: new Set(this.ofChannel.get(channelId)) };
  }

  /**
   * Stores the answer of `get-stream-topics`. Topics that got a message during the request stay; others that the answer lacks were
   * moved or deleted. An answer that a later request has overtaken is ignored.
   */
  receive(request: TopicRequest, topics: readonly { name: string; max_id: number }[]): void {
    const { channelId, number, before } = request;
    if (number < (this.#received.get(channelId) ?? 0)) return;
    this.#received.set(channelId, number);
    const read = topics.map(({ name, max_id: newestId }) => ({ name, newestId }));
    const newer = (this.ofChannel.get(channelId) ?? []).filter(
      (known) =>
        !before.has(known) &&
        !read.some((each) => isSame(each.name, known.name) && each.newestId >= known.newestId),
    );
    const others = read.filter((each) => !newer.some(({ name }) => isSame(name, each.name)));
    this.ofChannel.set(channelId, [...newer, ...others].sort(byRecency));
  }

  /** Called with the ID of a channel whose topics must be reloaded, because messages of it were moved or deleted. */
  onStale: (channelId: ChannelId) => void = () => undefined;

  readonly handlers = {
    message: ({ message: { stream_id: channelId, subject, id } }) => {
      if (channelId !== undefined) this.#add(channelId, subject, id);
    },
    update_message: (event) => {
      const move = wholeMoveOf(event);
      if (move) this.#follow(move);
      const { stream_id: from, new_stream_id: to = from, subject } = event;
      if (from === undefined || to === undefined || (subject === undefined && to === from)) return;
      for (const channelId of new Set([from, to])) this.#refresh(channelId);
    },
    delete_message: ({ stream_id: channelId }) => {
      if (channelId !== undefined) this.#refresh(channelId);
    },
  } satisfies Handlers;

  /** Returns where a topic went when it last moved as a whole, while this client was connected; undefined for other topics. */
  movedTo(channelId: ChannelId, topic: string): MovedTopic | undefined {
    return this.#moves.get(topicKey(channelId, topic));
  }

  /** Renames a topic of a channel at once. The topics are read again, because there may have been others with that name. */
  #follow({ from, to }: WholeMove): void {
    const present = this.ofChannel.get(to.channelId) ?? [];
    const isIntoOthers = present.some(({ name }) => isSame(name, to.topic));
    for (const place of [from, to]) this.#moves.delete(placeKey(place));
    this.#moves.set(placeKey(from), { ...to, isIntoOthers });
    const [oldest] = this.#moves.keys();
    if (oldest !== undefined && this.#moves.size > maxMoves) this.#moves.delete(oldest);
    const known = this.ofChannel.get(from.channelId) ?? [];
    const moved = known.find(({ name }) => isSame(name, from.topic));
    if (!moved || from.channelId !== to.channelId) return;
    const others = known.filter((each) => each !== moved && !isSame(each.name, to.topic));
    this.ofChannel.set(from.channelId, [...others, { ...moved, name: to.topic }].sort(byRecency));
  }

  #add(channelId: ChannelId, name: string, newestId: number): void {
    const known = this.ofChannel.get(channelId);
    if (!known) return;
    this.ofChannel.set(channelId, [{ name, newestId }, ...known.filter((each) => !isSame(each.name, name))]);
  }

  #refresh(channelId: ChannelId): void {
    if (this.ofChannel.has(channelId)) this.onStale(channelId);
  }
}

const isSame = (one: string, other: string): boolean => foldCase(one) === foldCase(other);
const byRecency = (one: Topic, other: Topic): number => other.newestId - one.newestId;
