/** Toasts (short texts that appear for some seconds) and what ends them. */
import { createSignal } from 'solid-js';
import { ToastTimers } from '../lib/toast-timers.ts';
import { reasonOf } from './failures.ts';

type Toast = {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
  readonly undo?: () => void;
  /** By `performance.now()`. */
  readonly shownAt: number;
};

const [toasts, setToasts] = createSignal<readonly Toast[]>([]);

export { toasts };

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
  for (const { id } of toasts().slice(0, -2)) removeToast(id);
  setToasts((all) => [...all, toast]);
  toastTimers.start(toast.id);
}

/** Removes a toast. */
export function removeToast(id: number): void {
  toastTimers.end(id);
  setToasts((all) => all.filter((each) => each.id !== id));
}

/** Undoes what the newest toast with an undo button is about. Returns false when there is none. */
export function undoNewest(): boolean {
  const newest = toasts().findLast(({ undo }) => undo !== undefined);
  if (!newest) return false;
  newest.undo?.();
  removeToast(newest.id);
  return true;
}

/** Ends toasts after their time, except while the pointer or the focus is on them. */
export const toastTimers = new ToastTimers(lifeMs, removeToast);

/**
 * Removes the toasts of the view that the person leaves. Those that were shown with the navigation stay: they belong to the action
 * that caused it. Errors stay, too.
 */
export function leaveToasts(): void {
  const before = performance.now() - withNavigationMs;
  for (const { id, isError, shownAt } of toasts()) if (!isError && shownAt < before) removeToast(id);
}

/** Shows which action failed and why. Shows nothing when the person declined the action. */
export function showFailure(what: string, error: unknown): void {
  const reason = reasonOf(error);
  if (reason !== undefined) showToast(`${what} ${reason}`, { isError: true });
}
