import { For, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { removeToast, toasts, toastTimers } from '../model/toasts.ts';

/** Renders the region in which toasts appear. */
export function Toasts() {
  return (
    <div class="toasts" role="log" aria-label={t('notices')} aria-live="polite">
      <For each={toasts()}>
        {(toast) => (
          <div
            class="toast"
            classList={{ 'is-error': toast.isError }}
            onPointerEnter={() => toastTimers.hold(toast.id, 'pointer')}
            onPointerLeave={() => toastTimers.release(toast.id, 'pointer')}
            onFocusIn={() => toastTimers.hold(toast.id, 'focus')}
            onFocusOut={() => toastTimers.release(toast.id, 'focus')}
          >
            {toast.text}
            <Show when={toast.undo}>
              {(undo) => (
                <button
                  type="button"
                  class="link-button"
                  onClick={() => {
                    undo()();
                    removeToast(toast.id);
                  }}
                >
                  {t('undo')}
                </button>
              )}
            </Show>
          </div>
        )}
      </For>
    </div>
  );
}
