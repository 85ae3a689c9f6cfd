/** What a feature keeps for each client. A client makes such a part when it is first asked for. */
import type { Parley } from './parley.tsx';

/** Makes a part of a client, inside of its owner: signals, effects and `onCleanup` end with the client. */
export type Part<T> = (parley: Parley) => T;

/**
 * Declares a part that each client has of its own. State that concerns a person belongs to one, and never to a module, so that two
 * clients can be in one page.
 * @returns a function that returns the part of a client
 */
export const part =
  <T>(create: Part<T>): Part<T> =>
  (parley) =>
    parley.parts.get(create, parley);
