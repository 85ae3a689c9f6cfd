/**
 * The newest part of the log in memory: immutable entries in order, limited in bytes, and indexed by audience.
 *
 * Invariants:
 * - Every event with `start < id <= end` is in the window, and in each index for its audience and its change of rights.
 * - `end` is the position up to which the log has been read. It may be after the last event.
 * - An event that is removed from the window is removed from all indexes at the same time.
 */

import { required } from '@parley/core';
import type { UserId } from '@parley/rules';
import { IdList } from './id-list.ts';
import type { Outline } from './outline.ts';

/** An event and its position in the log. */
export type LoggedEvent = {
  readonly id: number;
  readonly transactionId: number;
  readonly assignedId: number;
  readonly commitLsn: number;
  /** Commit time in microseconds since the Unix epoch. */
  readonly committedAtUs: number;
  readonly encoded: Uint8Array;
};

export type WindowEntry = LoggedEvent & { readonly outline: Outline };

/** Estimated memory in bytes: of an entry in addition to its encoded event, and of its reference in each index. */
const entryOverheadBytes = 400;
const indexBytes = 24;

export class Window {
  readonly #maxBytes: number;
  readonly #users = new Map<number, IdList>();
  readonly #channels = new Map<number, IdList>();
  readonly #roles = new Map<number, IdList>();
  readonly #public = new IdList();
  readonly #changes = new Map<number, IdList>();
  /** Entries in order. Those before the index `#head` were removed. */
  #entries: (WindowEntry | undefined)[] = [];
  #head = 0;
  #start = 0;
  #end = 0;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Position after which every event is in the window. */
  get start(): number {
    return this.#start;
  }

  /** Position up to which the log has been read. */
  get end(): number {
    return this.#end;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Commit time of the oldest event, in milliseconds since the Unix epoch; undefined while the window is empty. */
  get reachesToMs(): number | undefined {
    const oldest = this.#entries[this.#head];
    return oldest && oldest.committedAtUs / 1000;
  }

  get size(): number {
    return this.#entries.length - this.#head;
  }

  /** Removes all events. The next event must be after `position`. */
  reset(position: number): void {
    this.#entries = [];
    this.#head = 0;
    for (const map of [this.#users, this.#channels, this.#roles, this.#changes]) map.clear();
    this.#public.dropThrough(Number.POSITIVE_INFINITY);
    this.#bytes = 0;
    this.#start = position;
    this.#end = position;
  }

  /** Removes the oldest events beyond the memory limit, but never the new one. @throws RangeError unless above `end` */
  append(entry: WindowEntry): void {
    if (entry.id <= this.#end) throw new RangeError(`event ${entry.id} is not after ${this.#end}`);
    this.#entries.push(entry);
    this.#end = entry.id;
    this.#bytes += cost(entry);
    this.#index(entry);
    while (this.#bytes > this.#maxBytes && this.size > 1) this.#dropOldest();
  }

  /** Moves the end of the window to `position`, because the log has been read up to there. */
  advance(position: number): void {
    if (position > this.#end) this.#end = position;
  }

  get(id: number): WindowEntry | undefined {
    let low = this.#head;
    let high = this.#entries.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const entry = required(this.#entries[middle], 'entry of the window');
      if (entry.id === id) return entry;
      if (entry.id < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Returns the entries with `after < id <= upTo` that change the user's rights, in order. */
  changesOf(userId: UserId, after: number, upTo: number): WindowEntry[] {
    const list = this.#changes.get(userId);
    if (!list || list.last <= after) return [];
    const ids: number[] = [];
    list.collect(after, upTo, Number.POSITIVE_INFINITY, ids);
    return ids.map((id) => required(this.get(id), 'event of the window'));
  }

  /**
   * Returns at most `limit` IDs with `after < id <= upTo` of events that may be for a user, in ascending order. Up to the last
   * returned ID, no event for the user is missing, but some of the events may not be for the user. `who` must contain every
   * channel, and the strongest role (smallest number), that the user had in the range.
   */
  candidates(
    who: { userId: UserId; allPublic: boolean; channels: Iterable<number>; role: number },
    after: number,
    upTo: number,
    limit: number,
  ): number[] {
    const ids: number[] = [];
    this.#users.get(who.userId)?.collect(after, upTo, limit, ids);
    for (const channelId of who.channels) this.#channels.get(channelId)?.collect(after, upTo, limit, ids);
    for (const [maxRole, list] of this.#roles) {
      if (who.role <= maxRole) list.collect(after, upTo, limit, ids);
    }
    if (who.allPublic) this.#public.collect(after, upTo, limit, ids);
    return smallest(ids, limit);
  }

  #index(entry: WindowEntry): void {
    const { id, outline } = entry;
    for (const delivery of outline.deliveries) {
      for (const userId of delivery.userIds) listOf(this.#users, userId).push(id);
      if (delivery.channelId !== 0) listOf(this.#channels, delivery.channelId).push(id);
      if (delivery.maxRole !== 0) listOf(this.#roles, delivery.maxRole).push(id);
      if (delivery.isPublic) this.#public.push(id);
    }
    for (const userId of outline.change?.userIds ?? []) listOf(this.#changes, userId).push(id);
  }

  #dropOldest(): void {
    const entry = required(this.#entries[this.#head], 'entry of the window');
    const { id, outline } = entry;
    this.#entries[this.#head++] = undefined;
    if (this.#head > 1024 && this.#head * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
    this.#start = id;
    this.#bytes -= cost(entry);
    for (const delivery of outline.deliveries) {
      for (const userId of delivery.userIds) dropFrom(this.#users, userId, id);
      if (delivery.channelId !== 0) dropFrom(this.#channels, delivery.channelId, id);
      if (delivery.maxRole !== 0) dropFrom(this.#roles, delivery.maxRole, id);
      if (delivery.isPublic) this.#public.dropThrough(id);
    }
    for (const userId of outline.change?.userIds ?? []) dropFrom(this.#changes, userId, id);
  }
}

function cost({ encoded, outline }: WindowEntry): number {
  let places = outline.change?.userIds.length ?? 0;
  for (const { userIds, exceptUserIds } of outline.deliveries)
    places += userIds.length + exceptUserIds.length + 1;
  return encoded.length + entryOverheadBytes + places * indexBytes;
}

function listOf(lists: Map<number, IdList>, key: number): IdList {
  let list = lists.get(key);
  if (!list) {
    list = new IdList();
    lists.set(key, list);
  }
  return list;
}

function dropFrom(lists: Map<number, IdList>, key: number, id: number): void {
  const list = lists.get(key);
  if (!list) return;
  list.dropThrough(id);
  if (list.size === 0) lists.delete(key);
}

/** Returns the `limit` smallest distinct values, in ascending order. */
function smallest(ids: number[], limit: number): number[] {
  if (ids.length < 2) return ids;
  ids.sort((a, b) => a - b);
  const distinct: number[] = [];
  for (const id of ids) {
    if (distinct[distinct.length - 1] === id) continue;
    if (distinct.length === limit) break;
    distinct.push(id);
  }
  return distinct;
}
