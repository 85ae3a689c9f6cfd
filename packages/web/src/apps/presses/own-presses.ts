import { forgetOldest } from '../../lib/forget-oldest.ts';

const maxKnown = 200;

/** IDs of the presses and commands that one client has sent. Forms that they open are shown there, and not in other windows. */
export class OwnPresses {
  readonly #known = new Set<string>();

  /** Returns a new ID, which `has` then knows. */
  newId(): string {
    const id = crypto.randomUUID();
    this.#known.add(id);
    forgetOldest(this.#known, maxKnown);
    return id;
  }

  /** Returns whether this client has sent a press. */
  has(id: string): boolean {
    return this.#known.has(id);
  }
}
