/** Arranges the rows of the switcher for a text. This module knows no DOM. */
import type { FinderRow, ScoredRow } from './finder-row.ts';

/** Lowest score of rows that have the text as a part. Rows below it have only its letters, scattered. */
const wellMatching = 55;

const last = (row: FinderRow): FinderRow => ({ ...row, isLast: true });

/**
 * Returns the rows in their order: what one goes to, then what the server finds, then commands and settings, filters, and the search
 * for the text. Rows with scattered letters are shown only when no row matches well; the search is then the first row, so
 * that Enter searches. If only commands and settings match well, they come before what the server finds, because the first of them is
 * selected.
 * @param found what matches, the best first
 */
export function arranged(
  found: readonly ScoredRow[],
  filters: readonly FinderRow[],
  search: FinderRow,
): FinderRow[] {
  const matching = found.filter(({ score }) => score >= wellMatching);
  const shown = matching.length > 0 ? matching : found;
  const places = shown.filter(({ group }) => group === 'goTo');
  const actions = shown.filter(({ group }) => group !== 'goTo');
  if (matching.length === 0) return [search, ...places, ...[...actions, ...filters].map(last)];
  if (places.length === 0) return [...actions, ...[...filters, search].map(last)];
  return [...places, ...[...actions, ...filters, search].map(last)];
}
