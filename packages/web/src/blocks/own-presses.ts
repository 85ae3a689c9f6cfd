import { part } from '../model/parts.ts';

const maxKnown = 200;

/** IDs of the presses and commands that one client has sent. Forms that they open are shown there, and not in other windows. */
export class OwnPresses {
  readonly #known = new Set<string>();

  /** Returns a new ID, which `has` then knows. */
  newId(): string {
    const id = crypto.randomUUID();
    this.#known.add(id);
    // Sets keep the order of insertion: the oldest is forgotten.
    for (const oldest of this.#known) {
      if (this.#known.size <= maxKnown) break;
      this.#known.delete(oldest);
    }
    return id;
  }

  /** Returns whether this client has sent a press. */
  has(id: string): boolean {
    return this.#known.has(id);
  }
}

/** Returns the presses of a client. */
export const ownPressesOf = part(() => new OwnPresses());
