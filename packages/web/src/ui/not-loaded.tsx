import { t } from '../i18n/index.ts';

/** Says that a list could not be loaded, and tries again on request. */
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
