/**
 * All presences in memory, indexed by update ID. Values arrive in ascending order of their update IDs, and all values with one
 * ID arrive together. So a client that has received an ID has received all changes up to it. For each recent update ID, the
 * index stores the list of people, so that it finds changes without visiting all people.
 */
import { itemAt, required } from '@parley/core';
import type { UserId } from '@parley/rules';
import type { StoredPresence } from '../db/presences.ts';
import { stateOf } from '../domain/presence.ts';

type Entry = StoredPresence & {
  /** Update ID of the last change of the state (active, idle or offline). */
  changedId: number;
};

/** IDs of the people whose presences have one update ID. `changedUserIds` are those among them whose state changed. */
type Update = { updateId: number; userIds: UserId[]; changedUserIds: UserId[] };

/** 15 minutes at one update per second. For a client with an older ID, all people are searched. */
const maxUpdates = 900;

export class PresenceIndex {
  readonly #people = new Map<UserId, Entry>();
  #updates: Update[] = [];
  /** `#updates` contains all updates with higher IDs than this one. */
  #updatesAfter = -1;
  #updateId = -1;

  /** The last applied update ID; -1 before the first one. */
  get updateId(): number {
    return this.#updateId;
  }

  get size(): number {
    return this.#people.size;
  }

  get(userId: UserId): StoredPresence | undefined {
    return this.#people.get(userId);
  }

  /** Returns the number of people who are active or idle. @param now in seconds since the Unix epoch */
  countOnline(now: number): number {
    let count = 0;
    for (const entry of this.#people.values()) if (stateOf(entry, now) !== 'offline') count++;
    return count;
  }

  /** All values of one ID must be in the same call, ascending. Returns changed states and new people. */
  apply(rows: readonly StoredPresence[], now: number): StoredPresence[] {
    const changed: StoredPresence[] = [];
    for (const row of rows) {
      const before = this.#people.get(row.userId);
      const isChange = !before || stateOf(before, now) !== stateOf(row, now);
      const changedId = isChange ? row.updateId : before.changedId;
      if (before) Object.assign(before, row, { changedId });
      else this.#people.set(row.userId, { ...row, changedId });
      const update = this.#updateOf(row.updateId);
      update.userIds.push(row.userId);
      if (!isChange) continue;
      update.changedUserIds.push(row.userId);
      changed.push(row);
    }
    return changed;
  }

  replaceWith(other: PresenceIndex): void {
    this.#people.clear();
    for (const [userId, entry] of other.#people) this.#people.set(userId, entry);
    this.#updates = other.#updates;
    this.#updatesAfter = other.#updatesAfter;
    this.#updateId = other.#updateId;
  }

  /** Returns the values of all people who were online at `seenSince` or later. */
  all(seenSince: number): StoredPresence[] {
    const found: StoredPresence[] = [];
    for (const entry of this.#people.values()) if (entry.idleAt >= seenSince) found.push(entry);
    return found;
  }

  /** Returns the values of the given people who were online at `seenSince` or later. */
  some(userIds: Iterable<UserId>, seenSince: number): StoredPresence[] {
    const found: StoredPresence[] = [];
    for (const userId of userIds) {
      const entry = this.#people.get(userId);
      if (entry && entry.idleAt >= seenSince) found.push(entry);
    }
    return found;
  }

  /** At most `limit` values after an update ID (-1 for all). Changes of state come first, then newer values. */
  since(updateId: number, seenSince: number, limit: number): StoredPresence[] {
    const found: StoredPresence[] = [];
    const take = (entry: Entry) => {
      if (entry.idleAt >= seenSince && found.length < limit) found.push(entry);
    };
    const isChange = (entry: Entry) => entry.changedId > updateId;
    if (updateId < this.#updatesAfter) {
      const fresh = [...this.#people.values()].filter((entry) => entry.updateId > updateId);
      fresh.sort((a, b) => Number(isChange(b)) - Number(isChange(a)) || b.updateId - a.updateId);
      for (const entry of fresh) take(entry);
      return found;
    }
    this.#walk(updateId, (update) => {
      for (const userId of update.changedUserIds) {
        const entry = required(this.#people.get(userId), 'presence of a person');
        // A person may occur in several updates. Takes the person only at the latest change of their state.
        if (entry.changedId === update.updateId) take(entry);
      }
      return true;
    });
    this.#walk(updateId, (update) => {
      for (const userId of update.userIds) {
        const entry = required(this.#people.get(userId), 'presence of a person');
        // Takes a person only at their latest update. People whose state changed after the ID were taken by the first walk.
        if (entry.updateId === update.updateId && !isChange(entry)) take(entry);
      }
      return found.length < limit;
    });
    return found;
  }

  /** Visits the stored updates after an update ID, newest first, until `visit` returns false. */
  #walk(updateId: number, visit: (update: Update) => boolean): void {
    for (let index = this.#updates.length - 1; index >= 0; index--) {
      const update = itemAt(this.#updates, index);
      if (update.updateId <= updateId || !visit(update)) return;
    }
  }

  #updateOf(updateId: number): Update {
    const last = this.#updates.at(-1);
    if (last?.updateId === updateId) return last;
    const update: Update = { updateId, userIds: [], changedUserIds: [] };
    this.#updates.push(update);
    this.#updateId = updateId;
    if (this.#updates.length > maxUpdates) this.#updatesAfter = this.#updates.shift()?.updateId ?? updateId;
    return update;
  }
}
