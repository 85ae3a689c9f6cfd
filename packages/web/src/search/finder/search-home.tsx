import { Bookmark, Clock, X } from 'lucide';
import { createResource, For, Show } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { compareNames } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { useDerived } from '../../model/reactive.ts';
import { parseRoute } from '../../router/router.ts';
import { Icon } from '../../ui/icon.tsx';
import { searchOfRoute } from '../filters/search-within.ts';
import { f } from '../texts.ts';
import { textOfAddress } from './finder-rows.tsx';
import { SearchHelp } from './search-help.tsx';

/** Renders the page of the search before something is searched: the last searches, saved ones, and how to search. */
export function SearchHome() {
  return (
    <div class="view-scroll search-home">
      <p class="muted">{f('homeMore')}</p>
      <RecentSearches />
      <SavedSearches />
      <SearchHelp />
    </div>
  );
}

function RecentSearches() {
  const parley = useParley();
  const [recent, { mutate }] = createResource(async () => (await parley.device.read('recentSearches')) ?? []);
  const remove = (href: string) => {
    const left = (recent() ?? []).filter((each) => each !== href);
    mutate(left);
    void parley.device.write('recentSearches', left);
  };
  const shown = () =>
    (recent() ?? []).flatMap((href) => {
      const text = textOfAddress(parley, href);
      return text === undefined ? [] : [{ href, text }];
    });
  return (
    <Show when={shown().length > 0}>
      <section>
        <h2>{f('recentSearches')}</h2>
        <ul class="name-list">
          <For each={shown()}>
            {(search) => <RecentSearch {...search} onRemove={() => remove(search.href)} />}
          </For>
        </ul>
      </section>
    </Show>
  );
}

function RecentSearch({ href, text, onRemove }: { href: string; text: string; onRemove: () => void }) {
  return (
    <li class="recent-search">
      <a class="name-result" href={href} dir={directionOf(text)}>
        <Icon of={Clock} />
        {text}
      </a>
      <button
        type="button"
        class="icon-button"
        aria-label={f('removeSearch', { text })}
        title={f('removeSearch', { text })}
        onClick={onRemove}
      >
        <Icon of={X} />
      </button>
    </li>
  );
}

function SavedSearches() {
  const { navigationViews } = useParley().store.personal;
  const saved = useDerived([navigationViews], () =>
    [...navigationViews.values()]
      .flatMap(({ fragment, name }) => (name ? [{ href: `#${fragment}`, name }] : []))
      .filter(({ href }) => searchOfRoute(parseRoute(href)) !== undefined)
      .sort((one, other) => compareNames(one.name, other.name)),
  );
  return (
    <Show when={saved().length > 0}>
      <section>
        <h2>{f('saved')}</h2>
        <ul class="name-list">
          <For each={saved()}>
            {({ href, name }) => (
              <li>
                <a class="name-result" href={href} dir={directionOf(name)}>
                  <Icon of={Bookmark} />
                  {name}
                </a>
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  );
}
