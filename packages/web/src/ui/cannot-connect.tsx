import { t } from '../i18n/index.ts';

/** Renders the page of a client that starts without a connection and has no saved data to show. */
export function CannotConnect() {
  return (
    <main class="empty">
      <h1>{t('cannotConnect')}</h1>
      <p>{t('cannotConnectMore')}</p>
      <button type="button" class="button is-primary" onClick={() => location.reload()}>
        {t('tryAgain')}
      </button>
    </main>
  );
}
