/** What a feature keeps for each client. A client makes such a part when it is first asked for. */
import type { Parley } from './parley.tsx';

/** Makes a part of a client, inside of its owner: signals, effects and `onCleanup` end with the client. */
export type Part<T> = (parley: Parley) => T;

/**
 * Declares a part that each client has of its own. State that concerns a person belongs to one, and never to a module, so that two
 * clients can be in one page.
 * @returns a function that returns the part of a client
 */
export function part<T>(create: Part<T>): Part<T> {
  return (parley) => parley.parts.get(create, parley);
}

/** The parts of one client. */
export class Parts {
  readonly #made = new Map<unknown, unknown>();
  readonly #run: <T>(create: () => T) => T;

  /** @param run runs a function inside of the client's owner */
  constructor(run: <T>(create: () => T) => T) {
    this.#run = run;
  }

  get<T>(create: Part<T>, parley: Parley): T {
    // What is stored under a function is what this function has made.
    if (!this.#made.has(create))
      this.#made.set(
        create,
        this.#run(() => create(parley)),
      );
    return this.#made.get(create) as T;
  }
}
