/** The row that is being dragged in this window. Browsers show what is dragged only when it is dropped. */
let dragged: { readonly kind: string; readonly key: string } | undefined;

const marks = ['is-drop-before', 'is-drop-after'] as const;

/**
 * Lets a person drag a row to another place among rows of the same kind. Call it with the element of each row.
 * @param kind rows of other kinds are no places for this one
 * @param onDrop called for the row beside which another one was dropped
 */
export function dragToOrder(
  element: HTMLElement,
  { kind, key, onDrop }: { kind: string; key: string; onDrop(dragged: string, isAfter: boolean): void },
): void {
  const unmark = () => element.classList.remove(...marks);
  const isAfter = (event: DragEvent) => {
    const { top, height } = element.getBoundingClientRect();
    return event.clientY > top + height / 2;
  };
  element.draggable = true;
  element.addEventListener('dragstart', (event) => {
    dragged = { kind, key };
    if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
    event.stopPropagation();
  });
  element.addEventListener('dragend', () => {
    dragged = undefined;
  });
  element.addEventListener('dragover', (event) => {
    if (dragged?.kind !== kind || dragged.key === key) return;
    event.preventDefault();
    unmark();
    element.classList.add(marks[isAfter(event) ? 1 : 0]);
  });
  element.addEventListener('dragleave', unmark);
  element.addEventListener('drop', (event) => {
    unmark();
    if (dragged?.kind !== kind || dragged.key === key) return;
    event.preventDefault();
    onDrop(dragged.key, isAfter(event));
    dragged = undefined;
  });
}
