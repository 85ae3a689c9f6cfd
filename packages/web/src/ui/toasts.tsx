import { createSignal, For, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { reasonOf } from './failures.ts';
import { ToastTimers } from './toast-timers.ts';

type Toast = {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
  readonly undo?: () => void;
  /** By `performance.now()`. */
  readonly shownAt: number;
};

const [toasts, setToasts] = createSignal<readonly Toast[]>([]);
let count = 0;
const lifeMs = 6_000;
/** Time in milliseconds between an action and the navigation that it causes. */
const withNavigationMs = 1_000;

/** Shows a toast (a short text for some seconds), with an undo button if `undo` is given. */
export function showToast(text: string, options: { isError?: boolean; undo?: () => void } = {}): void {
  const toast: Toast = {
    id: ++count,
    text,
    isError: options.isError ?? false,
    shownAt: performance.now(),
    ...(options.undo && { undo: options.undo }),
  };
  for (const { id } of toasts().slice(0, -2)) remove(id);
  setToasts((all) => [...all, toast]);
  timers.start(toast.id);
}

function remove(id: number): void {
  timers.end(id);
  setToasts((all) => all.filter((each) => each.id !== id));
}

const timers = new ToastTimers(lifeMs, remove);

/**
 * Removes the toasts of the view that the person leaves. Those that were shown with the navigation stay: they belong to the action
 * that caused it. Errors stay, too.
 */
export function leaveToasts(): void {
  const before = performance.now() - withNavigationMs;
  for (const { id, isError, shownAt } of toasts()) if (!isError && shownAt < before) remove(id);
}

/** Shows which action failed and why. Shows nothing when the person declined the action. */
export function showFailure(what: string, error: unknown): void {
  const reason = reasonOf(error);
  if (reason !== undefined) showToast(`${what} ${reason}`, { isError: true });
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
            onPointerEnter={() => timers.hold(toast.id, 'pointer')}
            onPointerLeave={() => timers.release(toast.id, 'pointer')}
            onFocusIn={() => timers.hold(toast.id, 'focus')}
            onFocusOut={() => timers.release(toast.id, 'focus')}
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
