import { t } from '../i18n/index.ts';
import { SearchBox } from '../search/search-box.tsx';

/** The search view on phones, where the navigation has no space for the search box. */
export default function SearchView() {
  return (
    <>
      <header class="view-head">
        <h1>{t('search')}</h1>
      </header>
      <div class="view-scroll search-view">
        <SearchBox isOnPage />
      </div>
    </>
  );
}
