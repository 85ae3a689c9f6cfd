import { t } from '../i18n/index.ts';
import { SearchBox } from '../search/search-box.tsx';

/** Search on phones, where the navigation has no room for it. */
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
