/** Which kinds of results have a tab. */
import { type Kind, kinds } from '../finder/kept-searches.ts';

/** How many results of each kind there are, in words; undefined where it is not known. */
export type Counts = Readonly<Record<Kind, string | undefined>>;

/** Returns the kinds with a tab: the chosen one, messages, and all others except those that are known to have no results. */
export const shownKinds = (counts: Counts, chosen: Kind): Kind[] =>
  kinds.filter((kind) => kind === chosen || kind === 'messages' || counts[kind] !== '0');

/** Returns the kind whose tab is `step` tabs after the chosen one. The first tab follows the last one. */
export function kindBeside(shown: readonly Kind[], chosen: Kind, step: 1 | -1): Kind {
  return shown[(shown.indexOf(chosen) + step + shown.length) % shown.length] ?? chosen;
}
