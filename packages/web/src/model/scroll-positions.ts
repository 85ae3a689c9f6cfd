/** Scroll positions of views, by entry of the browser's history. Going back restores them. */
import { entryName } from '../router.ts';

/** The message at the upper edge of a list, and how far its upper end is from that edge, in pixels. */
export type ListPosition = { readonly messageId: number; readonly offset: number };

const maxKept = 200;
const lists = new Map<string, ListPosition>();
const views = new Map<string, number>();

function keep<T>(map: Map<string, T>, name: string, value: T | undefined): void {
  map.delete(name);
  if (value !== undefined) map.set(name, value);
  if (map.size > maxKept) map.delete(map.keys().next().value!);
}

/** Saves the position of a list of messages for the current entry; undefined for its end. */
export function positionKeeper(): {
  readonly before: ListPosition | undefined;
  keep(position: ListPosition | undefined): void;
} {
  const name = entryName();
  return { before: lists.get(name), keep: (position) => keep(lists, name, position) };
}

/**
 * Saves and restores the scroll position of a view; pass it to the scrolling element as `ref`. Content may load later.
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
