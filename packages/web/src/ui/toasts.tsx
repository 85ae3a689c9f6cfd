import { For, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';

/** Renders the region in which toasts appear. */
export function Toasts() {
  const { toasts } = useParley();
  return (
    <div class="toasts" role="log" aria-label={t('notices')} aria-live="polite">
      <For each={toasts.shown()}>
        {(toast) => (
          <div
            class="toast"
            classList={{ 'is-error': toast.isError }}
            onPointerEnter={() => toasts.timers.hold(toast.id, 'pointer')}
            onPointerLeave={() => toasts.timers.release(toast.id, 'pointer')}
            onFocusIn={() => toasts.timers.hold(toast.id, 'focus')}
            onFocusOut={() => toasts.timers.release(toast.id, 'focus')}
          >
            {toast.text}
            <Show when={toast.undo}>
              {(undo) => (
                <button
                  type="button"
                  class="link-button"
                  onClick={() => {
                    undo()();
                    toasts.remove(toast.id);
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
