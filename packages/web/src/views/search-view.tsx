import { t } from '../i18n/index.ts';
import { SearchBox } from '../search/search-box.tsx';
import { ViewHead } from '../ui/view-head.tsx';

/** Renders the search view for phones, where the navigation has no room for the search box. */
export default function SearchView() {
  return (
    <>
      <ViewHead title={t('search')} />
      <div class="view-scroll search-view">
        <SearchBox isOnPage />
      </div>
    </>
  );
}
