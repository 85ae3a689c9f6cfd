/** Scroll positions of views, by entry of the browser's history. Going back restores the position. */
import type { MessageId } from '@parley/client';
import { forgetOldest } from '../../lib/forget-oldest.ts';
import type { Router } from '../../router/router.ts';

/** The message at the upper edge of a list, and the distance of its upper end from that edge, in pixels. */
export type ListPosition = { readonly messageId: MessageId; readonly offset: number };

/** Where a reader is in a list of messages: at its end if `position` is undefined. */
export type Reading = {
  readonly position: ListPosition | undefined;
  /** ID of the message below the line that separates unread messages. */
  readonly firstUnreadId: number | undefined;
};

const maxKept = 200;

function keep<T>(map: Map<string, T>, name: string, value: T | undefined): void {
  map.delete(name);
  if (value !== undefined) map.set(name, value);
  forgetOldest(map, maxKept);
}

export class ScrollPositions {
  readonly #router: Pick<Router, 'entryName'>;
  readonly #lists = new Map<string, ListPosition>();
  readonly #views = new Map<string, number>();
  #present: (() => Reading) | undefined;
  #continued: { readonly placeKey: string; readonly reading: Reading } | undefined;

  constructor(router: Pick<Router, 'entryName'>) {
    this.#router = router;
  }

  /**
   * Returns the saved position of a list of messages for the current history entry, and a function that saves a new one.
   * Undefined stands for the end of the list.
   */
  ofList(): {
    readonly before: ListPosition | undefined;
    keep(position: ListPosition | undefined): void;
  } {
    const name = this.#router.entryName();
    return { before: this.#lists.get(name), keep: (position) => keep(this.#lists, name, position) };
  }

  /** Tells where the reader is in the list on view. Returns a function to call when the list is hidden. */
  offerReading(read: () => Reading): () => void {
    this.#present = read;
    return () => {
      if (this.#present === read) this.#present = undefined;
    };
  }

  /**
   * Says that the list of a place continues the list on view, because its topic moves there. The reader stays at the same message
   * ([message-list.tsx](../messages/message-list.tsx)).
   */
  continueReading(placeKey: string): void {
    const reading = this.#present?.();
    this.#continued = reading && { placeKey, reading };
  }

  /** Returns whether the list of a place continues the list on view. */
  continuesReading(placeKey: string): boolean {
    return this.#continued?.placeKey === placeKey;
  }

  /** Returns where the reader was in the list that the list of a place continues; undefined if it continues none. */
  takeReading(placeKey: string | undefined): Reading | undefined {
    const taken = this.#continued;
    this.#continued = undefined;
    return taken?.placeKey === placeKey ? taken?.reading : undefined;
  }

  /** Saves and restores the scroll position of an element, also of one whose content loads later. */
  keepScroll(element: HTMLElement): void {
    const name = this.#router.entryName();
    const before = this.#views.get(name) ?? 0;
    let isRestored = before === 0;
    const restore = () => {
      if (isRestored || element.scrollHeight - element.clientHeight < before) return;
      isRestored = true;
      element.scrollTop = before;
    };
    requestAnimationFrame(restore);
    const observer = new MutationObserver(restore);
    if (!isRestored) observer.observe(element, { childList: true, subtree: true });
    element.addEventListener('scroll', () => {
      if (this.#router.entryName() !== name) return;
      isRestored = true;
      observer.disconnect();
      keep(this.#views, name, element.scrollTop);
    });
  }
}
