import { onCleanup } from 'solid-js';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** The arrow keys, j and k move the focus between the items of a list, and from the view into it. Use it as the list's `ref`. */
export function listKeys(list: HTMLElement): void {
  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step === undefined) return;
    const items = [...list.querySelectorAll<HTMLElement>('[data-list-item]')];
    const at = items.findIndex((each) => each.isSameNode(document.activeElement));
    const next = items[at < 0 ? 0 : Math.max(0, Math.min(items.length - 1, at + step))];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  };
  const enter = (event: KeyboardEvent) => {
    const { target } = event;
    // A view that has just been opened has the focus as a whole.
    const isView = target instanceof HTMLElement && target.matches('main') && target.contains(list);
    if (isView && !event.defaultPrevented) move(event);
  };
  list.addEventListener('keydown', move);
  // Keys in a view with other contents, such as settings, scroll it.
  if (!list.matches('.view-scroll')) return;
  document.addEventListener('keydown', enter);
  onCleanup(() => document.removeEventListener('keydown', enter));
}
