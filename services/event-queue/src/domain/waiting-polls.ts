/**
 * Index of waiting polls by audience. Finds the polls that a new event answers.
 *
 * All polls of one user form a group, which stores the user's rights after the last event that was offered. The group stays
 * registered for some time after the user's last poll, so that the next poll is cheap. For an event, only those groups are
 * examined that its audience may include.
 *
 * Invariant: a waiting poll that is not full has received everything up to the last event that was offered.
 */
import type { UserId } from '@parley/rules';
import { deliveryFor } from './audience.ts';
import type { DeliveryOutline, Outline } from './outline.ts';
import type { ReadableQueue, ReadLimits } from './reading.ts';
import { after, during, endsQueues, namesUser, type Rights } from './rights.ts';
import type { Rendered, Texts } from './texts.ts';
import type { WindowEntry } from './window.ts';

/** A waiting poll. `pending` collects the events for its answer. */
export type WaitingPoll = {
  readonly queue: ReadableQueue;
  readonly pending: Rendered[];
  pendingBytes: number;
  /** Whether the queue has ended, because the user's account was deactivated or all access of the user has ended. */
  closed: boolean;
};

class Group<P> {
  readonly userId: UserId;
  rights: Rights;
  readonly polls = new Set<P>();
  /** An event that several indexes or deliveries offer to the group is examined only once. */
  mark = 0;
  idleSince = 0;

  constructor(userId: UserId, rights: Rights) {
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
  /** Groups with polls for all public channels, with the number of these polls. */
  readonly #allPublic = new Map<Group<P>, number>();
  #matched: P[] = [];
  #size = 0;

  constructor(texts: Texts, limits: ReadLimits) {
    this.#texts = texts;
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  /** Number of users with a group, whether or not a poll waits. */
  get people(): number {
    return this.#people.size;
  }

  isWaiting(userId: UserId): boolean {
    return (this.#people.get(userId)?.polls.size ?? 0) > 0;
  }

  /** Returns a user's rights after the last event that was offered; undefined when the user has no group. */
  rightsOf(userId: UserId): Rights | undefined {
    return this.#people.get(userId)?.rights;
  }

  /** Adds a poll. `rights` are the user's rights after the last event that was offered. */
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

  /** Removes a poll. Returns false when the poll was not waiting. The idle time of a group without polls starts at `nowMs`. */
  remove(poll: P, nowMs: number): boolean {
    const group = this.#people.get(poll.queue.userId);
    if (!group?.polls.delete(poll)) return false;
    if (poll.queue.allPublic) {
      const count = (this.#allPublic.get(group) ?? 1) - 1;
      if (count === 0) this.#allPublic.delete(group);
      else this.#allPublic.set(group, count);
    }
    if (group.polls.size === 0) group.idleSince = nowMs;
    this.#size--;
    return true;
  }

  /** Returns whether a poll collects no further events, because its answer has reached the size limit. */
  isFull({ pending, pendingBytes }: P): boolean {
    return pending.length >= this.#limits.maxEvents || pendingBytes >= this.#limits.maxBytes;
  }

  /** Empties a poll after its events were sent, so that it collects further events. */
  clearPending(poll: P): void {
    poll.pending.length = 0;
    poll.pendingBytes = 0;
  }

  /** Removes the groups that have had no waiting poll since `beforeMs`. */
  sweep(beforeMs: number): void {
    for (const group of this.#people.values()) {
      if (group.polls.size === 0 && group.idleSince < beforeMs) this.#removeGroup(group);
    }
  }

  *polls(): Iterable<P> {
    for (const group of this.#people.values()) yield* group.polls;
  }

  clear(): P[] {
    const polls = [...this.polls()];
    for (const map of [this.#people, this.#channels, this.#roles, this.#allPublic]) map.clear();
    this.#matched = [];
    this.#size = 0;
    return polls;
  }

  /** Returns the polls that have received events or were closed since the last call. They stay in the index. */
  takeMatched(): P[] {
    const matched = this.#matched;
    if (matched.length > 0) this.#matched = [];
    return matched;
  }

  offer(entry: WindowEntry): void {
    if (this.#people.size === 0) return;
    const { outline } = entry;
    const changed = this.#changedBy(outline);
    // The indexes still contain the rights before the event. Only users with the right before and after receive it, so nobody
    // is missed.
    for (const delivery of outline.deliveries) this.#offerTo(entry, delivery, changed);
    const { change } = outline;
    if (!changed || !change) return;
    for (const group of changed.keys()) {
      if (endsQueues(change)) this.#close(group);
      this.#move(group, after(group.rights, change));
    }
  }

  /** Returns the groups whose rights the event changes, with the rights that apply to the event itself. */
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
