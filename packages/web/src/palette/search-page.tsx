import { narrowKey } from '@parley/client';
import { createEffect, createMemo, createResource, onMount, Show } from 'solid-js';
import '../styles/search.css';
import '../styles/search-results.css';
import { t } from '../i18n/index.ts';
import { useOneColumn } from '../lib/window/window-width.ts';
import { namesOf } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { narrowHref } from '../router/router.ts';
import { parseSearch } from '../search/filters/operators.ts';
import type { ShownSearch } from '../search/filters/search-within.ts';
import { Finder } from '../search/finder/finder.tsx';
import { textOfSearch } from '../search/finder/finder-rows.tsx';
import { SearchHome } from '../search/finder/search-home.tsx';
import { readOrder } from '../search/finder/searches-of-client.ts';
import { FoundResults } from '../search/results/found-results.tsx';
import { searchTexts } from '../search/texts.ts';
import { moreRows } from './more-rows.tsx';
import { loadSettingNames } from './setting-commands.ts';

await Promise.allSettled([loadSettingNames(), searchTexts.load()]);

const isEqual = (one: ShownSearch, other: ShownSearch): boolean =>
  one.near === other.near && narrowKey(one.narrow) === narrowKey(other.narrow);

/** Renders the results of a search below the field in which it can be changed, or the page of the search without one. */
export default function SearchResults(props: { search: ShownSearch }) {
  const parley = useParley();
  const shown = createMemo(() => props.search, undefined, { equals: isEqual });
  const [order] = createResource(() => readOrder(parley));
  // Phones have no switcher, whose commands are found here, too.
  const isOneColumn = useOneColumn();
  let field!: HTMLInputElement;
  const text = createMemo(() => textOfSearch(parley, shown()));
  // A search that was typed into the address becomes the address of what it means.
  createEffect(() => {
    const present = parley.router.route();
    if (present.view !== 'search' || !('text' in present)) return;
    const narrow = parseSearch(present.text, parley.store);
    parley.router.replace(narrow.length === 0 ? '#search' : narrowHref(narrow, namesOf(parley.store)));
  });
  // The page of the search has no other purpose, so its field gets the focus.
  onMount(() => {
    if (shown().narrow.length === 0 && !('text' in parley.router.route())) field.focus();
  });
  return (
    <>
      <header class="view-head search-head">
        <h1 class="visually-hidden">{t('search')}</h1>
        <Finder
          text={text()}
          isInline
          {...(isOneColumn() && { more: moreRows(parley) })}
          onLeave={(act) => act()}
          ref={(element) => {
            field = element;
          }}
        />
      </header>
      <Show when={shown().narrow.length > 0} fallback={<SearchHome />}>
        <Show when={order() && { ...shown() }} keyed>
          {(search) => <FoundResults search={search} order={order()!} />}
        </Show>
      </Show>
    </>
  );
}
