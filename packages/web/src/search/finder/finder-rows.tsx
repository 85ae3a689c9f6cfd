/** Puts together what the switcher shows for a text before the server answers. */
import { foldCase, parseNarrowFragment } from '@parley/client';
import { Clock, ListFilter, Search } from 'lucide';
import { t } from '../../i18n/index.ts';
import { namesOf } from '../../model/names.ts';
import type { Parley } from '../../model/parley.tsx';
import { narrowHref } from '../../router/router.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { parseSearch } from '../filters/operators.ts';
import type { ShownSearch } from '../filters/search-within.ts';
import { searchText } from '../search-text.ts';
import { f } from '../texts.ts';
import { arranged } from './arranged.ts';
import { completionsOf, isTypingOperand, type SearchCompletion } from './completions.ts';
import { type FinderRow, plain, type ScoredRow } from './finder-row.ts';
import type { KnownNames } from './known-names.tsx';

/** Rows of other parts of the client, such as commands. */
export type MoreRows = {
  /** Returns the rows that match a text, in no order. */
  find(text: string): readonly ScoredRow[];
  /** Returns the rows for an empty text. */
  suggested(): readonly FinderRow[];
};

/** Number of names, recent conversations and recent searches to show. */
const maxFound = 9;
const maxRecent = 8;
const maxSearches = 3;
const maxOperators = 3;

/** Runs the search for a text. An empty one leads to the help of the search. */
export function runSearch(parley: Parley, text: string): void {
  const { store } = parley;
  const narrow = parseSearch(text, store);
  parley.router.go(narrow.length === 0 ? '#search' : narrowHref(narrow, namesOf(store)));
}

/** Returns the text of a search that begins at a message. */
export const textOfSearch = ({ store }: Parley, { narrow, near }: ShownSearch): string =>
  `${searchText(narrow, store)}${near === undefined ? '' : ` near:${near}`}`;

/** Returns the address as the text of a search; undefined for addresses of other views. */
export function textOfAddress(parley: Parley, href: string): string | undefined {
  const address = parseNarrowFragment(href);
  return address && address.narrow.length > 0 ? textOfSearch(parley, address) : undefined;
}

const searchRow = (parley: Parley, text: string): FinderRow => ({
  key: 'search',
  label: plain(f('searchMessagesFor', { text: text.trim() })),
  lead: () => <Icon of={Search} />,
  run: () => runSearch(parley, text),
});

const completionRow = (completion: SearchCompletion): FinderRow => {
  const { label, text, explanation, detail, isNegated, userId } = completion;
  const explained = explanation === undefined ? detail : f(explanation);
  return {
    key: `completion ${label}`,
    label: plain(label),
    detail: isNegated && explained !== undefined ? t('not', { what: explained }) : explained,
    lead: () => (userId === undefined ? <Icon of={ListFilter} /> : <Avatar userId={userId} size="small" />),
    group: 'filters',
    completes: text,
    run: () => undefined,
  };
};

export const recentSearchRows = (parley: Parley, hrefs: readonly string[]): FinderRow[] =>
  hrefs.flatMap((href) => {
    const text = textOfAddress(parley, href);
    if (text === undefined) return [];
    return {
      key: `searched ${href}`,
      label: plain(text),
      lead: () => <Icon of={Clock} />,
      group: 'recentSearches',
      run: () => parley.router.go(href),
    };
  });

export function rowsFor(
  parley: Parley,
  text: string,
  from: {
    readonly known: KnownNames;
    readonly more?: MoreRows | undefined;
    readonly searches: readonly string[];
  },
): FinderRow[] {
  const { store } = parley;
  if (text.trim() === '') {
    return [
      ...from.known.recent(maxRecent).map((row): FinderRow => ({ ...row, group: 'recent' })),
      ...recentSearchRows(parley, from.searches.slice(0, maxSearches)),
      ...(from.more?.suggested() ?? []),
    ];
  }
  const completions = completionsOf(text, store);
  const narrow = parseSearch(text, store);
  const search = searchRow(parley, text);
  const hasFilters = narrow.some(({ operator }) => operator !== 'search');
  if (isTypingOperand(text)) {
    const isWhole = completions.some((each) => foldCase(each.text.trim()) === foldCase(text.trim()));
    const rows = completions.map(completionRow);
    // A filter that is complete is ready to be searched with; Enter completes another one first.
    return isWhole || rows.length === 0 ? [search, ...rows] : [...rows, { ...search, isLast: true }];
  }
  if (hasFilters) return [search, ...completions.map(completionRow)];
  const found = [...from.known.find(text), ...(from.more?.find(text) ?? [])]
    .sort((one, other) => other.score - one.score)
    .slice(0, maxFound);
  const isSign = text.startsWith('-');
  const filters = completions.slice(0, isSign ? undefined : maxOperators).map(completionRow);
  return arranged(found, filters, search);
}

/** Returns rows with the search for the text before all others. */
export const searchFirst = (rows: readonly FinderRow[]): FinderRow[] => {
  const search = rows.filter(({ key }) => key === 'search').map((row) => ({ ...row, isLast: false }));
  return [...search, ...rows.filter(({ key }) => key !== 'search')];
};

/** Returns the operators, for a field in which somebody is about to type a search. */
export const operatorRows = (parley: Parley): FinderRow[] =>
  completionsOf('', parley.store).map(completionRow);
