/** Selects the events of one user in the order of the log, judged by the user's rights at each position. */
import { itemAt, lastItem, required } from '@parley/core';
import { deliveryFor } from './audience.ts';
import { after as afterChange, before, during, endsQueues, namesUser, type Rights } from './rights.ts';
import type { QueueView, Rendered, Texts } from './texts.ts';
import type { Window, WindowEntry } from './window.ts';

/** Returns whether the registration's snapshots already include a transaction. `origin` is the database of a service. */
export type Seen = (origin: number, transactionId: number) => boolean;

export type Checkpoint = { readonly position: number; readonly rights: Rights };

export type ReadableQueue = QueueView & {
  /** Returns whether a snapshot includes a transaction; undefined once no snapshot can include a later event. */
  seen: Seen | undefined;
};

export type ReadLimits = { maxEvents: number; maxBytes: number };

/**
 * The cursor of one read. The caller passes entries in order to `step`. It may omit entries only if they are not for the user
 * and do not change the user's rights. The cursor collects events after the position `after`, until it is full.
 */
export class Reading {
  readonly rendered: Rendered[] = [];
  /** Position up to which every event was examined. */
  position: number;
  rights: Rights;
  /** Whether the queue has ended, because the user's account was deactivated or all access of the user has ended. */
  closed = false;
  full = false;
  readonly #queue: ReadableQueue;
  readonly #texts: Texts;
  readonly #after: number;
  readonly #limits: ReadLimits;
  #bytes = 0;

  constructor(queue: ReadableQueue, texts: Texts, from: Checkpoint, after: number, limits: ReadLimits) {
    this.#queue = queue;
    this.#texts = texts;
    this.#after = after;
    this.#limits = limits;
    this.position = from.position;
    this.rights = from.rights;
  }

  get isOver(): boolean {
    return this.closed || this.full;
  }

  /** Examines the next entry. */
  step(entry: WindowEntry): void {
    const { outline, id } = entry;
    const { userId, seen } = this.#queue;
    const { change } = outline;
    let judged = this.rights;
    if (change && userId !== 0 && namesUser(change, userId)) {
      if (endsQueues(change) && !seen?.(outline.origin, entry.transactionId)) {
        this.closed = true;
        return;
      }
      judged = during(this.rights, change);
      this.rights = afterChange(this.rights, change);
    }
    this.position = id;
    if (id <= this.#after) return;
    const delivery = deliveryFor(outline, this.#queue, judged);
    if (delivery < 0 || seen?.(outline.origin, entry.transactionId)) return;
    const rendered = this.#texts.render(entry, delivery, this.#queue, judged);
    if (!rendered) return;
    this.rendered.push(rendered);
    this.#bytes += rendered.text.length;
    this.full = this.rendered.length >= this.#limits.maxEvents || this.#bytes >= this.#limits.maxBytes;
  }
}

/** Maximum number of candidates that are examined in one round. */
const roundSize = 1000;

/** Continues a read with the indexes of the window. Ends at the end of the window, or earlier when the read is full or closed. */
export function readWindow(window: Window, reading: Reading, queue: ReadableQueue, after: number): void {
  const { userId } = queue;
  for (;;) {
    const from = Math.max(reading.position, after);
    const changes = window.changesOf(userId, reading.position, window.end);
    const channels = new Set<number>(reading.rights.channels);
    let { role } = reading.rights;
    for (const { outline } of changes) {
      const { change } = outline;
      if (!change) continue;
      if (change.kind === 'user') role = Math.min(role, change.role);
      else if (change.kind === 'joined') for (const channelId of change.channelIds) channels.add(channelId);
    }
    const who = { userId, allPublic: queue.allPublic, channels, role };
    const ids = window.candidates(who, from, window.end, roundSize);
    const complete = ids.length < roundSize;
    const upTo = complete ? window.end : lastItem(ids);
    let next = 0;
    for (const id of ids) {
      while (next < changes.length && itemAt(changes, next).id < id) reading.step(itemAt(changes, next++));
      if (changes[next]?.id === id) next++;
      if (reading.isOver) return;
      reading.step(required(window.get(id), 'event of the window'));
      if (reading.isOver) return;
    }
    while (next < changes.length && itemAt(changes, next).id <= upTo) {
      reading.step(itemAt(changes, next++));
      if (reading.isOver) return;
    }
    if (reading.position < upTo) reading.position = upTo;
    if (complete) return;
  }
}

/**
 * Returns the user's rights at the start of a queue. `snapshot` are the rights that the registration read. They may include
 * changes that are after the start in the log, so these changes are undone, newest first. `changes` are all changes of the
 * user's rights between the start and a position that is after everything in the snapshots.
 */
export function rightsBefore(snapshot: Rights, changes: readonly WindowEntry[], seen: Seen): Rights {
  let rights = snapshot;
  for (const { outline, transactionId } of changes.toReversed()) {
    if (outline.change && seen(outline.origin, transactionId)) rights = before(rights, outline.change);
  }
  return rights;
}
