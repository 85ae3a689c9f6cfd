/** Scroll positions of views, by entry of the browser's history. Going back restores the position. */
import { entryName } from '../router/router.ts';

/** The message at the upper edge of a list, and the distance of its upper end from that edge, in pixels. */
export type ListPosition = { readonly messageId: number; readonly offset: number };

const maxKept = 200;
const lists = new Map<string, ListPosition>();
const views = new Map<string, number>();

function keep<T>(map: Map<string, T>, name: string, value: T | undefined): void {
  map.delete(name);
  if (value !== undefined) map.set(name, value);
  if (map.size > maxKept) map.delete(map.keys().next().value!);
}

/**
 * Returns the saved position of a list of messages for the current history entry, and a function that saves a new one.
 * Undefined stands for the end of the list.
 */
export function positionKeeper(): {
  readonly before: ListPosition | undefined;
  keep(position: ListPosition | undefined): void;
} {
  const name = entryName();
  return { before: lists.get(name), keep: (position) => keep(lists, name, position) };
}

/** Where a reader is in a list of messages: at its end if `position` is undefined. */
export type Reading = {
  readonly position: ListPosition | undefined;
  /** ID of the message below the line that separates unread messages. */
  readonly firstUnreadId: number | undefined;
};

let present: (() => Reading) | undefined;
let continued: { readonly placeKey: string; readonly reading: Reading } | undefined;

/** Tells where the reader is in the list on view. Returns a function to call when the list is hidden. */
export function offerReading(read: () => Reading): () => void {
  present = read;
  return () => {
    if (present === read) present = undefined;
  };
}

/**
 * Says that the list of a place continues the list on view, because its topic moves there. The reader stays at the same message
 * ([message-list.tsx](../messages/message-list.tsx)).
 */
export function continueReading(placeKey: string): void {
  const reading = present?.();
  continued = reading && { placeKey, reading };
}

/** Returns whether the list of a place continues the list on view. */
export const continuesReading = (placeKey: string): boolean => continued?.placeKey === placeKey;

/** Returns where the reader was in the list that the list of a place continues; undefined if it continues none. */
export function takeReading(placeKey: string | undefined): Reading | undefined {
  const taken = continued;
  continued = undefined;
  return taken?.placeKey === placeKey ? taken?.reading : undefined;
}

/**
 * Saves and restores the scroll position of an element; pass this function as its `ref`. Works for content that loads later
 * too.
 */
export function keepScroll(element: HTMLElement): void {
  const name = entryName();
  const before = views.get(name) ?? 0;
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
    if (entryName() !== name) return;
    isRestored = true;
    observer.disconnect();
    keep(views, name, element.scrollTop);
  });
}
