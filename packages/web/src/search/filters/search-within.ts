/** Which addresses are searches. */
import type { Narrow } from '@parley/client';
import { isOfPins, placeOfNarrow, type Route } from '../../router/router.ts';

/** Addresses of narrows that are views of the navigation, not searches, by their terms. */
const views: ReadonlySet<string> = new Set([
  'is:mentioned',
  'is:starred',
  'is:dm',
  'is:alerted',
  'is:followed',
  'has:reaction sender:me',
]);

/** Returns whether a narrow is a search. A conversation, a channel, or a view of the navigation is no search. */
function isSearch(narrow: Narrow): boolean {
  const [first] = narrow;
  if (first === undefined || placeOfNarrow(narrow, 0) !== undefined) return false;
  // `with` leads to the conversation of a message.
  if (narrow.some(({ operator }) => operator === 'with') || isOfPins(narrow)) return false;
  if (narrow.length === 1 && first.operator === 'channel' && !first.negated) return false;
  return !views.has(
    narrow
      .map(({ operator, operand, negated }) => `${negated ? '-' : ''}${operator}:${operand}`)
      .sort()
      .join(' '),
  );
}

/** What the view of results shows. */
export type ShownSearch = { readonly narrow: Narrow; readonly near?: number | undefined };

/** Returns the search that an address shows, which is empty for the page of the search; undefined for other views. */
export function searchOfRoute(route: Route): ShownSearch | undefined {
  if (route.view === 'search') return { narrow: [] };
  if (route.view !== 'messages' || !isSearch(route.narrow)) return undefined;
  return { narrow: route.narrow, near: route.near };
}
