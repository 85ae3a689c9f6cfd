import { type Accessor, createSelector, createSignal } from 'solid-js';
import { holdKeys } from '../ui/opening.tsx';

export type Selection = {
  readonly selectedId: Accessor<number | undefined>;
  isSelected(id: number): boolean;
  select(id: number, options?: { focuses?: boolean }): void;
  clear(): void;
  /** Selects the next (1) or previous (-1) message. Without a selection, selects the last visible one. */
  move(by: number): void;
  first(): void;
  last(): void;
  /** Selects the last message for which `fits` returns true, and returns its ID; undefined without one. */
  selectLast(fits: (id: number) => boolean): number | undefined;
  /** Returns whether the message is the list's tab stop. */
  isTabStop(id: number): boolean;
  onKeyDown(event: KeyboardEvent): void;
  toEnd: () => void;
  /** The last command for a message's row, such as that of a shortcut. */
  readonly command: Accessor<RowCommand | undefined>;
  /** Runs a command for the row of its message, unless the command was already run or has waited too long. */
  take(command: RowCommand, run: () => void): void;
  /**
   * Gives a command to the row of the selected message, or else of the last visible one. A row that is not rendered yet runs the
   * command when it is rendered. Returns false if there is no message.
   */
  run(name: MessageCommand): boolean;
};

type RowCommand = { readonly id: number; readonly name: MessageCommand };

export type MessageCommand =
  | 'edit'
  | 'forward'
  | 'history'
  | 'mark-unread'
  | 'menu'
  | 'move'
  | 'react'
  | 'receipts'
  | 'sender'
  | 'star'
  | 'thumbs-up';

/** Maximum time in milliseconds for which a command waits until the row of its message is rendered. */
const longestWaitMs = 2_000;

type Source = {
  readonly ids: () => readonly number[];
  reveal(id: number): void;
  scroller(): HTMLElement;
};

/** Returns the ID of the last message that is visible in a list; undefined while none is rendered. */
function lastVisible(scroller: HTMLElement): number | undefined {
  const { bottom } = scroller.getBoundingClientRect();
  const visible = [...scroller.querySelectorAll<HTMLElement>('article[data-message-id]')].filter(
    (each) => each.getBoundingClientRect().top < bottom,
  );
  const last = visible.at(-1)?.dataset.messageId;
  return last === undefined ? undefined : Number(last);
}

/** Focuses the row of a message as soon as it is rendered, unless the person has gone elsewhere since. */
function focusRow(scroller: () => HTMLElement, id: number, isStillSelected: () => boolean): void {
  const focusedBefore = document.activeElement;
  /** Focuses the row if it is rendered. Returns true when no further attempt is needed. */
  const tryFocus = (): boolean => {
    const focused = document.activeElement;
    // Another key may since have selected another message or moved the focus. Then the focus must not move back.
    if (!isStillSelected() || (focused !== focusedBefore && focused !== document.body)) return true;
    const article = scroller().querySelector<HTMLElement>(`article[data-message-id="${id}"]`);
    article?.focus({ preventScroll: true });
    return article !== null;
  };
  // A row whose message is still loading is rendered in one of the next frames.
  if (!tryFocus()) requestAnimationFrame(() => tryFocus() || requestAnimationFrame(tryFocus));
}

/** Provides the selection of a list of messages. The selected message is the list's only tab stop, and shortcuts act on it. */
export function provideSelection({ ids, reveal, scroller }: Source): Selection {
  const [selectedId, setSelectedId] = createSignal<number>();
  const [command, setCommand] = createSignal<RowCommand | undefined>(undefined, { equals: false });
  /** The command that no row has run yet, and the function that releases the keys pressed since. */
  let waiting: { command: RowCommand; release: (() => void) | undefined } | undefined;
  const forget = () => {
    waiting?.release?.();
    waiting = undefined;
  };

  const focus = (id: number) => {
    reveal(id);
    focusRow(scroller, id, () => selectedId() === id);
  };

  /** Returns the message on which shortcuts act: the selected one, or else the last visible one. */
  function present(): number | undefined {
    const id = selectedId();
    const all = ids();
    if (id !== undefined && all.includes(id)) return id;
    return lastVisible(scroller()) ?? all.at(-1);
  }

  // `createSelector` updates only the two rows whose state changes when the selection moves.
  const isTabStop = createSelector(() => selectedId() ?? ids().at(-1));
  const isSelected = createSelector(selectedId);

  const selection: Selection = {
    selectedId,
    isSelected,
    command,
    select(id, { focuses = false } = {}) {
      setSelectedId(id);
      if (focuses) focus(id);
    },
    clear: () => setSelectedId(undefined),
    move(by) {
      const all = ids();
      const id = present();
      if (id === undefined) return;
      const hasSelection = selectedId() !== undefined;
      const at = all.indexOf(id) + (hasSelection ? by : 0);
      const next = all[Math.max(0, Math.min(all.length - 1, at))];
      if (next !== undefined) selection.select(next, { focuses: true });
    },
    first() {
      const [id] = ids();
      if (id !== undefined) selection.select(id, { focuses: true });
    },
    last() {
      const id = ids().at(-1);
      if (id !== undefined) selection.select(id, { focuses: true });
    },
    selectLast(fits) {
      const id = ids().findLast(fits);
      if (id !== undefined) selection.select(id, { focuses: true });
      return id;
    },
    isTabStop,
    onKeyDown(event) {
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [role="menu"]'))
        return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'ArrowDown') selection.move(1);
      else if (event.key === 'ArrowUp') selection.move(-1);
      else if (event.key === 'Home') selection.first();
      else if (event.key === 'End') selection.last();
      else return;
      event.preventDefault();
    },
    take(asked, run) {
      if (waiting?.command !== asked) return;
      try {
        run();
      } finally {
        forget();
      }
    },
    toEnd: () => undefined,
    run(name) {
      const id = present();
      if (id === undefined) return false;
      setSelectedId(id);
      forget();
      const asked: RowCommand = { id, name };
      const isRendered = scroller().querySelector(`article[data-message-id="${id}"]`) !== null;
      waiting = { command: asked, release: isRendered ? undefined : holdKeys() };
      if (!isRendered) {
        reveal(id);
        setTimeout(() => waiting?.command === asked && forget(), longestWaitMs);
      }
      setCommand(asked);
      return true;
    },
  };
  return selection;
}
