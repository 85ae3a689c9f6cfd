/** Rows that go fold together, so that one sees what happened to them. */
import { onCleanup } from 'solid-js';

/** Most rows that fold at once. More of them go with what one sees at a glance. */
const maxFolding = 12;
const foldMs = 120;

/**
 * Lets rows fold when they leave a list, unless the person wants less motion. Use it in the list's `ref`.
 * @param isDone whether an element that was removed is a row with which the person is done. Rows also go when another list is shown.
 */
export function foldAway(list: HTMLElement, isDone: (element: HTMLElement) => boolean): void {
  const observer = new MutationObserver((changes) => {
    const gone = changes.flatMap(({ target, removedNodes, nextSibling }) =>
      [...removedNodes].flatMap((row) =>
        row instanceof HTMLElement && !row.isConnected && target.isConnected && isDone(row)
          ? [{ row, target, nextSibling }]
          : [],
      ),
    );
    if (gone.length > maxFolding || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const { row, target, nextSibling } of gone) {
      const picture = pictureOf(row);
      target.insertBefore(picture, nextSibling?.parentNode === target ? nextSibling : null);
      const frames = [{ blockSize: `${picture.offsetHeight}px` }, { blockSize: '0', opacity: 0 }];
      const remove = () => picture.remove();
      void picture.animate(frames, { duration: foldMs, easing: 'ease-out' }).finished.then(remove, remove);
    }
  });
  observer.observe(list, { childList: true, subtree: true });
  onCleanup(() => observer.disconnect());
}

/** Returns what a row looked like, which nobody can reach. */
function pictureOf(row: HTMLElement): HTMLElement {
  const picture = document.createElement(row.localName);
  picture.className = row.className;
  picture.style.overflow = 'hidden';
  picture.inert = true;
  picture.ariaHidden = 'true';
  picture.append(...row.cloneNode(true).childNodes);
  for (const each of picture.querySelectorAll('[id], [data-list-item]')) {
    each.removeAttribute('id');
    each.removeAttribute('data-list-item');
  }
  return picture;
}
