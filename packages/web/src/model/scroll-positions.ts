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
