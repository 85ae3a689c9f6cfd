import { Search } from 'lucide';
import { t } from '../../i18n/index.ts';
import { useParley } from '../../model/parley.tsx';
import { Icon } from '../../ui/icon.tsx';
import { focusSearch } from './open-search.ts';

/** Renders the search box of the navigation. It opens the switcher, which is the same as the search. */
export function SearchButton() {
  const parley = useParley();
  return (
    <button
      type="button"
      class="search"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K /"
      onClick={() => focusSearch(parley)}
    >
      <Icon of={Search} />
      <span class="search-words">{t('searchPlaceholder')}</span>
      <span class="key-hint" aria-hidden="true">
        Ctrl K
      </span>
    </button>
  );
}
