/** Toasts (short texts that appear for some seconds) and what ends them. */
import { type Accessor, createSignal } from 'solid-js';
import { ToastTimers } from '../lib/timing/toast-timers.ts';
import { reasonOf } from './failures.ts';

export type Toast = {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
  readonly undo?: () => void;
  /** By `performance.now()`. */
  readonly shownAt: number;
};

const lifeMs = 6_000;
const maxShown = 3;
/** Time in milliseconds between an action and the navigation that it causes. */
const withNavigationMs = 1_000;

export class Toasts {
  /** The toasts on view, the newest last. */
  readonly shown: Accessor<readonly Toast[]>;
  readonly #setShown: (change: (before: readonly Toast[]) => readonly Toast[]) => void;
  /** Ends toasts after their time, except while the pointer or the focus is on them. */
  readonly timers = new ToastTimers(lifeMs, (id) => this.remove(id));
  #count = 0;

  constructor() {
    const [shown, setShown] = createSignal<readonly Toast[]>([]);
    this.shown = shown;
    this.#setShown = setShown;
  }

  /** Shows a toast (a short text for some seconds), with an undo button if `undo` is given. */
  show(text: string, options: { isError?: boolean; undo?: () => void } = {}): void {
    const toast: Toast = {
      id: ++this.#count,
      text,
      isError: options.isError ?? false,
      shownAt: performance.now(),
      ...(options.undo && { undo: options.undo }),
    };
    for (const { id } of this.shown().slice(0, 1 - maxShown)) this.remove(id);
    this.#setShown((all) => [...all, toast]);
    this.timers.start(toast.id);
  }

  /** Shows which action failed and why. Shows nothing when the person declined the action. */
  showFailure(what: string, error: unknown): void {
    const reason = reasonOf(error);
    if (reason !== undefined) this.show(`${what} ${reason}`, { isError: true });
  }

  remove(id: number): void {
    this.timers.end(id);
    this.#setShown((all) => all.filter((each) => each.id !== id));
  }

  /** Undoes what the newest toast with an undo button is about. Returns false when there is none. */
  undoNewest(): boolean {
    const newest = this.shown().findLast(({ undo }) => undo !== undefined);
    if (!newest) return false;
    newest.undo?.();
    this.remove(newest.id);
    return true;
  }

  /**
   * Removes the toasts of the view that the person leaves. Those that were shown with the navigation stay: they belong to the action
   * that caused it. Errors stay, too.
   */
  leaveView(): void {
    const before = performance.now() - withNavigationMs;
    for (const { id, isError, shownAt } of this.shown()) if (!isError && shownAt < before) this.remove(id);
  }
}
