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

/** Shows a toast (a short text for some seconds), with an undo button if `undo` is given. */
export function showToast(text: string, options: { isError?: boolean; undo?: () => void } = {}): void {
  const toast: Toast = {
    id: ++count,
    text,
    isError: options.isError ?? false,
    ...(options.undo && { undo: options.undo }),
  };
  setToasts((all) => [...all.slice(-2), toast]);
  endSoon(toast.id);
}

const timers = new Map<number, ReturnType<typeof setTimeout>>();

function remove(id: number): void {
  keep(id);
  setToasts((all) => all.filter((each) => each.id !== id));
}

/** Removes a toast after its display time. */
function endSoon(id: number): void {
  keep(id);
  timers.set(
    id,
    setTimeout(() => remove(id), lifeMs),
  );
}

/** Cancels the timer that removes a toast, for example while the pointer or the focus is on the toast. */
function keep(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Shows which action failed and why. */
export function showFailure(what: string, error: unknown): void {
  showToast(`${what} ${reasonOf(error)}`, { isError: true });
}

/** Renders the region in which toasts appear. */
export function Toasts() {
  return (
    <div class="toasts" role="log" aria-label={t('notices')} aria-live="polite">
      <For each={toasts()}>
        {(toast) => (
          <div
            class="toast"
            classList={{ 'is-error': toast.isError }}
            onPointerEnter={() => keep(toast.id)}
            onPointerLeave={() => endSoon(toast.id)}
            onFocusIn={() => keep(toast.id)}
            onFocusOut={() => endSoon(toast.id)}
          >
            {toast.text}
            <Show when={toast.undo}>
              {(undo) => (
                <button
                  type="button"
                  class="link-button"
                  onClick={() => {
                    undo()();
                    remove(toast.id);
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
