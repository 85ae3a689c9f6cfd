/** Keys of rows: they act on the row that has the focus, or on which the pointer is. */
import { PointedRow, type RowActions } from '../lib/lists/pointed-row.ts';
import type { Parley } from '../model/parley.tsx';
import { part } from '../model/parts.ts';

const pointedRow = part(() => new PointedRow<HTMLElement>());

/** Lets keys act on a row. Use it as the row's `ref`. */
export function takeRowKeys(parley: Parley, row: HTMLElement, actions: RowActions): void {
  const pointer = pointedRow(parley);
  row.addEventListener('pointermove', ({ pointerType, timeStamp }) => {
    if (pointerType === 'mouse') pointer.move(row, actions, timeStamp);
  });
  row.addEventListener('pointerenter', () => pointer.enter(row, actions));
  row.addEventListener('pointerleave', () => pointer.leave(row));
  row.addEventListener('pointerdown', () => pointer.click());
  row.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = new Map(Object.entries(actions())).get(event.key);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
}

/** Runs what a key does with the row on which the pointer is. Returns whether there is something. */
export const pressOnPointedRow = (parley: Parley, { key, timeStamp }: KeyboardEvent): boolean =>
  pointedRow(parley).press(key, timeStamp);
