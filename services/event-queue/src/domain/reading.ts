/**
 * Reads a queue: the events of one person in the order of the log, with the rights that the person had at each
 * position.
 */
import { deliveryFor } from './audience.ts';
import { after as afterChange, before, during, namesUser, type Rights } from './rights.ts';
import type { QueueView, Rendered, Texts } from './texts.ts';
import type { Window, WindowEntry } from './window.ts';

/** Returns whether a snapshot of the queue's registration contains a transaction of the origin. */
export type Seen = (origin: number, transactionId: number) => boolean;

/** The rights of a person at a position. */
export type Checkpoint = { readonly position: number; readonly rights: Rights };

export type ReadableQueue = QueueView & {
  /** Returns whether a snapshot contains a transaction; undefined when no snapshot can contain an event any more. */
  seen: Seen | undefined;
};

export type ReadLimits = { maxEvents: number; maxBytes: number };

/**
 * The cursor of one read. It takes entries in order (at least every entry that is for the person or changes the
 * person's rights) and collects the person's events after `after`, until it is full.
 */
export class Reading {
  readonly rendered: Rendered[] = [];
  /** Position up to which every event has been examined. */
  position: number;
  rights: Rights;
  /** Whether the account was deactivated, which ends the queue. */
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

  /** Takes the next entry. */
  step(entry: WindowEntry): void {
    const { outline, id } = entry;
    const { userId, seen } = this.#queue;
    const { change } = outline;
    let judged = this.rights;
    if (change && userId !== 0 && namesUser(change, userId)) {
      if (change.kind === 'user' && !change.isActive && !seen?.(outline.origin, entry.transactionId)) {
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

/** Number of candidates that are examined in one round. */
const roundSize = 1000;

/**
 * Continues a read through the indexes of the window, up to the end of the window unless the read becomes full first.
 */
export function readWindow(window: Window, reading: Reading, queue: ReadableQueue, after: number): void {
  const { userId } = queue;
  for (;;) {
    const from = Math.max(reading.position, after);
    const changes = userId === 0 ? [] : window.changesOf(userId, reading.position, window.end);
    const channels = new Set<number>(reading.rights.channels);
    let { role } = reading.rights;
    for (const { outline } of changes) {
      const change = outline.change!;
      if (change.kind === 'user') role = Math.min(role, change.role);
      else if (change.kind === 'joined') for (const channelId of change.channelIds) channels.add(channelId);
    }
    const who = { userId, allPublic: queue.allPublic, channels, role };
    const ids = window.candidates(who, from, window.end, roundSize);
    const complete = ids.length < roundSize;
    const upTo = complete ? window.end : ids[ids.length - 1]!;
    let next = 0;
    for (const id of ids) {
      while (next < changes.length && changes[next]!.id < id) reading.step(changes[next++]!);
      if (changes[next]?.id === id) next++;
      if (reading.isOver) return;
      reading.step(window.get(id)!);
      if (reading.isOver) return;
    }
    while (next < changes.length && changes[next]!.id <= upTo) {
      reading.step(changes[next++]!);
      if (reading.isOver) return;
    }
    if (reading.position < upTo) reading.position = upTo;
    if (complete) return;
  }
}

/**
 * Returns the rights at the start of a queue, from the rights in the snapshots. It undoes the changes since the start
 * that the snapshots contain, the newest first. `changes` are the person's changes between the start and the position
 * at which the log has passed every snapshot.
 */
export function rightsBefore(snapshot: Rights, changes: readonly WindowEntry[], seen: Seen): Rights {
  let rights = snapshot;
  for (const { outline, transactionId } of changes.toReversed()) {
    if (outline.change && seen(outline.origin, transactionId)) rights = before(rights, outline.change);
  }
  return rights;
}
