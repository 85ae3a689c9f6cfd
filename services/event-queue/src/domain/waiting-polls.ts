/**
 * Index of waiting polls by audience. It finds the polls that a new event answers.
 *
 * The polls of one person form a group, which knows the person's rights at the end of the merged log. A group stays
 * registered for some time after its last poll, so that the next poll costs little. For an event, only the groups that
 * its audience may include are examined.
 *
 * Invariant: a waiting poll has received everything up to the last event that was offered.
 */
import { deliveryFor } from './audience.ts';
import type { DeliveryOutline, Outline } from './outline.ts';
import type { ReadableQueue, ReadLimits } from './reading.ts';
import { after, during, namesUser, type Rights } from './rights.ts';
import type { Rendered, Texts } from './texts.ts';
import type { WindowEntry } from './window.ts';

/** A waiting poll. `pending` collects matched events while events are offered. */
export type WaitingPoll = {
  readonly queue: ReadableQueue;
  readonly pending: Rendered[];
  pendingBytes: number;
  /** Whether the account was deactivated, which ends the queue. */
  closed: boolean;
};

class Group<P> {
  readonly userId: number;
  rights: Rights;
  readonly polls = new Set<P>();
  /** ID of the event that was last offered to the group. */
  mark = 0;
  idleSince = 0;

  constructor(userId: number, rights: Rights) {
    this.userId = userId;
    this.rights = rights;
  }
}

export class WaitingPolls<P extends WaitingPoll> {
  readonly #texts: Texts;
  readonly #limits: ReadLimits;
  readonly #people = new Map<number, Group<P>>();
  readonly #channels = new Map<number, Set<Group<P>>>();
  readonly #roles = new Map<number, Set<Group<P>>>();
  /** Groups with polls for all public channels, and the number of these polls in each. */
  readonly #allPublic = new Map<Group<P>, number>();
  #matched: P[] = [];
  #size = 0;

  constructor(texts: Texts, limits: ReadLimits) {
    this.#texts = texts;
    this.#limits = limits;
  }

  /** Number of waiting polls. */
  get size(): number {
    return this.#size;
  }

  /** Number of registered people, with or without a waiting poll. */
  get people(): number {
    return this.#people.size;
  }

  /** Returns whether a poll of the person waits. */
  isWaiting(userId: number): boolean {
    return (this.#people.get(userId)?.polls.size ?? 0) > 0;
  }

  /** Returns the rights of a registered person at the last event that was offered. */
  rightsOf(userId: number): Rights | undefined {
    return this.#people.get(userId)?.rights;
  }

  /** Adds a poll. `rights` are the owner's rights after the last event that was offered. */
  add(poll: P, rights: Rights): void {
    const { userId, allPublic } = poll.queue;
    let group = this.#people.get(userId);
    if (!group) {
      group = new Group<P>(userId, rights);
      this.#people.set(userId, group);
      this.#register(group);
    }
    group.polls.add(poll);
    if (allPublic) this.#allPublic.set(group, (this.#allPublic.get(group) ?? 0) + 1);
    this.#size++;
  }

  /** Removes a poll. The idle time of its group starts at `nowMs`. Returns false when the poll was not waiting. */
  remove(poll: P, nowMs: number): boolean {
    const group = this.#people.get(poll.queue.userId);
    if (!group?.polls.delete(poll)) return false;
    if (poll.queue.allPublic) {
      const count = this.#allPublic.get(group)! - 1;
      if (count === 0) this.#allPublic.delete(group);
      else this.#allPublic.set(group, count);
    }
    if (group.polls.size === 0) group.idleSince = nowMs;
    this.#size--;
    return true;
  }

  /** Returns whether a poll collects no more events, because its answer would be too large. */
  isFull({ pending, pendingBytes }: P): boolean {
    return pending.length >= this.#limits.maxEvents || pendingBytes >= this.#limits.maxBytes;
  }

  /** Makes a poll whose events were sent wait for further events. */
  clearPending(poll: P): void {
    poll.pending.length = 0;
    poll.pendingBytes = 0;
  }

  /** Removes the people who have had no waiting poll since `beforeMs`. */
  sweep(beforeMs: number): void {
    for (const group of this.#people.values()) {
      if (group.polls.size === 0 && group.idleSince < beforeMs) this.#removeGroup(group);
    }
  }

  *polls(): Iterable<P> {
    for (const group of this.#people.values()) yield* group.polls;
  }

  /** Removes all people. Returns the polls that were waiting. */
  clear(): P[] {
    const polls = [...this.polls()];
    for (const map of [this.#people, this.#channels, this.#roles, this.#allPublic]) map.clear();
    this.#matched = [];
    this.#size = 0;
    return polls;
  }

  /** Returns the polls that events have matched, or that were closed, since the last call. It does not remove them. */
  takeMatched(): P[] {
    const matched = this.#matched;
    if (matched.length > 0) this.#matched = [];
    return matched;
  }

  /** Matches the next event of the log with the waiting polls. */
  offer(entry: WindowEntry): void {
    if (this.#people.size === 0) return;
    const { outline } = entry;
    const changed = this.#changedBy(outline);
    // The indexes contain the rights before the event, so they include at least all people who may receive it.
    for (const delivery of outline.deliveries) this.#offerTo(entry, delivery, changed);
    if (!changed) return;
    const change = outline.change!;
    for (const group of changed.keys()) {
      if (change.kind === 'user' && !change.isActive) this.#close(group);
      this.#move(group, after(group.rights, change));
    }
  }

  /** Returns the groups whose rights the event changes, each with the rights that apply to this event. */
  #changedBy({ change }: Outline): Map<Group<P>, Rights> | undefined {
    if (!change) return undefined;
    const changed = new Map<Group<P>, Rights>();
    const note = (group: Group<P>) => changed.set(group, during(group.rights, change));
    if (change.userIds.length <= this.#people.size) {
      for (const userId of change.userIds) {
        const group = this.#people.get(userId);
        if (group) note(group);
      }
    } else {
      for (const group of this.#people.values()) if (namesUser(change, group.userId)) note(group);
    }
    return changed.size > 0 ? changed : undefined;
  }

  #offerTo(entry: WindowEntry, delivery: DeliveryOutline, changed: Map<Group<P>, Rights> | undefined): void {
    const give = (group: Group<P>) => this.#give(entry, group, changed?.get(group) ?? group.rights);
    if (delivery.channelId !== 0)
      for (const group of this.#channels.get(delivery.channelId) ?? []) give(group);
    if (delivery.maxRole !== 0) {
      for (const [role, groups] of this.#roles) {
        if (role <= delivery.maxRole) for (const group of groups) give(group);
      }
    }
    if (delivery.userIds.length <= this.#people.size) {
      for (const userId of delivery.userIds) {
        const group = this.#people.get(userId);
        if (group) give(group);
      }
    } else for (const group of this.#people.values()) give(group);
    if (delivery.isPublic) for (const group of this.#allPublic.keys()) give(group);
    if (delivery.isWebPublic) {
      const spectators = this.#people.get(0);
      if (spectators) give(spectators);
    }
  }

  #give(entry: WindowEntry, group: Group<P>, rights: Rights): void {
    if (group.mark === entry.id) return;
    group.mark = entry.id;
    const { outline } = entry;
    for (const poll of group.polls) {
      const { queue, pending } = poll;
      if (this.isFull(poll)) continue;
      const delivery = deliveryFor(outline, queue, rights);
      if (delivery < 0 || queue.seen?.(outline.origin, entry.transactionId)) continue;
      const rendered = this.#texts.render(entry, delivery, queue, rights);
      if (!rendered) continue;
      if (pending.length === 0) this.#matched.push(poll);
      pending.push(rendered);
      poll.pendingBytes += rendered.text.length;
    }
  }

  #close(group: Group<P>): void {
    for (const poll of group.polls) {
      poll.closed = true;
      if (poll.pending.length === 0) this.#matched.push(poll);
    }
  }

  #move(group: Group<P>, rights: Rights): void {
    if (rights === group.rights) return;
    this.#unregister(group);
    group.rights = rights;
    this.#register(group);
  }

  #register(group: Group<P>): void {
    for (const channelId of group.rights.channels) setOf(this.#channels, channelId).add(group);
    if (group.rights.role !== 0) setOf(this.#roles, group.rights.role).add(group);
  }

  #unregister(group: Group<P>): void {
    for (const channelId of group.rights.channels) dropFrom(this.#channels, channelId, group);
    if (group.rights.role !== 0) dropFrom(this.#roles, group.rights.role, group);
  }

  #removeGroup(group: Group<P>): void {
    this.#unregister(group);
    this.#people.delete(group.userId);
  }
}

function setOf<T>(sets: Map<number, Set<T>>, key: number): Set<T> {
  let set = sets.get(key);
  if (!set) {
    set = new Set();
    sets.set(key, set);
  }
  return set;
}

function dropFrom<T>(sets: Map<number, Set<T>>, key: number, value: T): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}
