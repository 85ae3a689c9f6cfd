/**
 * Everybody's presence in memory, for answers. Values arrive in the order of their update IDs; those of one ID
 * arrive together, so that a client that has seen an ID has seen everything up to it.
 *
 * What changed since an ID is found without walking over everybody: one list of people per ID is kept for a while.
 */
import type { StoredPresence } from '../db/presences.ts';
import { stateOf } from '../domain/presence.ts';

type Entry = StoredPresence & {
  /** Update ID of the last change that others notice: came, went idle, became active. */
  changedId: number;
};

/** People who were written with one update ID. */
type Step = { updateId: number; people: Entry[] };

/** Steps kept: a quarter of an hour of one per second. Who asks for older ones gets everybody. */
const maxSteps = 900;

export class PresenceBoard {
  readonly #people = new Map<number, Entry>();
  #steps: Step[] = [];
  /** Everything after it is in the steps. */
  #stepsAfter = -1;
  #updateId = -1;

  /** ID of what was applied last; -1 for nothing yet. */
  get updateId(): number {
    return this.#updateId;
  }

  get size(): number {
    return this.#people.size;
  }

  get(userId: number): StoredPresence | undefined {
    return this.#people.get(userId);
  }

  /** People who are there, counted up to a limit. */
  countOnline(now: number, limit: number): number {
    let count = 0;
    for (const entry of this.#people.values()) {
      if (stateOf(entry, now) !== 'offline' && ++count >= limit) break;
    }
    return count;
  }

  /** Takes values in the order of their IDs, all of each ID; those whom others see differently now. */
  apply(rows: readonly StoredPresence[], now: number): StoredPresence[] {
    const changed: StoredPresence[] = [];
    for (const row of rows) {
      const before = this.#people.get(row.userId);
      const isChange = !before || stateOf(before, now) !== stateOf(row, now);
      const entry: Entry = { ...row, changedId: isChange ? row.updateId : before.changedId };
      this.#people.set(row.userId, entry);
      this.#stepOf(row.updateId).people.push(entry);
      if (isChange) changed.push(row);
    }
    return changed;
  }

  /** Forgets everybody, to be filled anew. */
  replaceWith(other: PresenceBoard): void {
    this.#people.clear();
    for (const [userId, entry] of other.#people) this.#people.set(userId, entry);
    this.#steps = other.#steps;
    this.#stepsAfter = other.#stepsAfter;
    this.#updateId = other.#updateId;
  }

  /**
   * Values written after an ID (-1 for all) of people who were there since `seenSince`, at most `limit`: first
   * those whom others see differently, then the newest.
   */
  since(updateId: number, seenSince: number, limit: number): StoredPresence[] {
    const fresh = this.#after(updateId).filter((entry) => entry.idleAt >= seenSince);
    if (fresh.length <= limit) return fresh;
    const isChange = (entry: Entry) => entry.changedId > updateId;
    return [...fresh.filter(isChange), ...fresh.filter((entry) => !isChange(entry))].slice(0, limit);
  }

  /** Newest first. */
  #after(updateId: number): Entry[] {
    if (updateId < this.#stepsAfter) {
      const all = [...this.#people.values()].filter((entry) => entry.updateId > updateId);
      return all.sort((a, b) => b.updateId - a.updateId);
    }
    const found: Entry[] = [];
    for (let index = this.#steps.length - 1; index >= 0; index--) {
      const step = this.#steps[index]!;
      if (step.updateId <= updateId) break;
      for (const entry of step.people) {
        // An older value of somebody who was written again since.
        if (this.#people.get(entry.userId) === entry) found.push(entry);
      }
    }
    return found;
  }

  #stepOf(updateId: number): Step {
    const last = this.#steps.at(-1);
    if (last?.updateId === updateId) return last;
    const step: Step = { updateId, people: [] };
    this.#steps.push(step);
    this.#updateId = updateId;
    if (this.#steps.length > maxSteps) this.#stepsAfter = this.#steps.shift()!.updateId;
    return step;
  }
}
