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

/**
 * IDs of people who were written with one update ID, and of those whom others saw differently then. IDs alone: what
 * is kept for long of everybody's every ping had better be small.
 */
type Step = { updateId: number; people: number[]; changed: number[] };

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

  /** How many people are there. */
  countOnline(now: number): number {
    let count = 0;
    for (const entry of this.#people.values()) if (stateOf(entry, now) !== 'offline') count++;
    return count;
  }

  /** Takes values in the order of their IDs, all of each ID; those whom others see differently now. */
  apply(rows: readonly StoredPresence[], now: number): StoredPresence[] {
    const changed: StoredPresence[] = [];
    for (const row of rows) {
      const before = this.#people.get(row.userId);
      const isChange = !before || stateOf(before, now) !== stateOf(row, now);
      const changedId = isChange ? row.updateId : before.changedId;
      if (before) Object.assign(before, row, { changedId });
      else this.#people.set(row.userId, { ...row, changedId });
      const step = this.#stepOf(row.updateId);
      step.people.push(row.userId);
      if (!isChange) continue;
      step.changed.push(row.userId);
      changed.push(row);
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
    const found: StoredPresence[] = [];
    const take = (entry: Entry) => {
      if (entry.idleAt >= seenSince && found.length < limit) found.push(entry);
    };
    const isChange = (entry: Entry) => entry.changedId > updateId;
    if (updateId < this.#stepsAfter) {
      const fresh = [...this.#people.values()].filter((entry) => entry.updateId > updateId);
      fresh.sort((a, b) => Number(isChange(b)) - Number(isChange(a)) || b.updateId - a.updateId);
      for (const entry of fresh) take(entry);
      return found;
    }
    this.#walk(updateId, (step) => {
      for (const userId of step.changed) {
        const entry = this.#people.get(userId)!;
        // Of several changes the last counts.
        if (entry.changedId === step.updateId) take(entry);
      }
      return true;
    });
    this.#walk(updateId, (step) => {
      for (const userId of step.people) {
        const entry = this.#people.get(userId)!;
        // Not of somebody who was written again since.
        if (entry.updateId === step.updateId && !isChange(entry)) take(entry);
      }
      return found.length < limit;
    });
    return found;
  }

  /** Steps after an ID, the newest first, until told to stop. */
  #walk(updateId: number, visit: (step: Step) => boolean): void {
    for (let index = this.#steps.length - 1; index >= 0; index--) {
      const step = this.#steps[index]!;
      if (step.updateId <= updateId || !visit(step)) return;
    }
  }

  #stepOf(updateId: number): Step {
    const last = this.#steps.at(-1);
    if (last?.updateId === updateId) return last;
    const step: Step = { updateId, people: [], changed: [] };
    this.#steps.push(step);
    this.#updateId = updateId;
    if (this.#steps.length > maxSteps) this.#stepsAfter = this.#steps.shift()!.updateId;
    return step;
  }
}
