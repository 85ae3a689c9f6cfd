import { t } from '../i18n/index.ts';

/** Shows that a list could not be loaded, with a button that retries. */
export function NotLoaded(props: { text: string; onRetry: () => unknown }) {
  return (
    <p class="notice is-error" role="alert">
      <span>{props.text}</span>
      <button type="button" class="button" onClick={() => void props.onRetry()}>
        {t('tryAgain')}
      </button>
    </p>
  );
}
