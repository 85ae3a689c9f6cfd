import { createSignal, For, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { reasonOf } from './failures.ts';

type Toast = {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
  readonly undo?: () => void;
};

const [toasts, setToasts] = createSignal<readonly Toast[]>([]);
let count = 0;
const lifeMs = 6_000;

/** Shows a short text for some seconds, with an undo button if there is an action to undo. */
export function showToast(text: string, options: { isError?: boolean; undo?: () => void } = {}): void {
  const toast: Toast = {
    id: ++count,
    text,
    isError: options.isError ?? false,
    ...(options.undo && { undo: options.undo }),
  };
  setToasts((all) => [...all.slice(-2), toast]);
  setTimeout(() => setToasts((all) => all.filter(({ id }) => id !== toast.id)), lifeMs);
}

/** Shows what failed and why. */
export function showFailure(what: string, error: unknown): void {
  showToast(`${what} ${reasonOf(error)}`, { isError: true });
}

/** The region in which toasts appear. */
export function Toasts() {
  return (
    <div class="toasts" role="log" aria-label={t('notices')} aria-live="polite">
      <For each={toasts()}>
        {(toast) => (
          <div class="toast" classList={{ 'is-error': toast.isError }}>
            {toast.text}
            <Show when={toast.undo}>
              {(undo) => (
                <button
                  type="button"
                  class="link-button"
                  onClick={() => {
                    undo()();
                    setToasts((all) => all.filter(({ id }) => id !== toast.id));
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
