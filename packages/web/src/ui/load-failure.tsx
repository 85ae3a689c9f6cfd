import { t } from '../i18n/index.ts';

/** Replaces a view that failed or whose code could not be loaded. */
export function LoadFailure(props: { error: unknown; onRetry: () => void }) {
  queueMicrotask(() => {
    // Reports the error in the browser's console.
    throw props.error;
  });
  return (
    <div class="empty" role="alert">
      <h2>{t('viewFailed')}</h2>
      <p>{t('viewFailedMore')}</p>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={() => props.onRetry()}>
          {t('tryAgain')}
        </button>
        <button type="button" class="button is-primary" onClick={() => location.reload()}>
          {t('reload')}
        </button>
      </div>
    </div>
  );
}
