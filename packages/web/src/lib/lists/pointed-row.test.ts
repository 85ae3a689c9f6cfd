import { expect, it } from 'vitest';
import { PointedRow } from './pointed-row.ts';

/** Returns a pointer on row 1 at time 0, and the rows whose key M was pressed. */
function pointed() {
  const pressed: number[] = [];
  const pointer = new PointedRow<number>();
  const actionsOf = (row: number) => () => ({ M: () => pressed.push(row) });
  const move = (row: number, now: number) => pointer.move(row, actionsOf(row), now);
  move(1, 0);
  return { pointer, pressed, move, enter: (row: number) => pointer.enter(row, actionsOf(row)) };
}

it('runs the action of the row that the pointer is on, and of no other key', () => {
  const { pointer, pressed, move } = pointed();
  expect(pointer.press('m', 1)).toBe(false);
  expect(pointer.press('toString', 1)).toBe(false);
  expect(pointer.press('M', 1)).toBe(true);
  move(2, 2);
  expect(pointer.press('M', 3)).toBe(true);
  expect(pressed).toEqual([1, 2]);
});

it('means no row after the pointer has left it, has clicked, or has rested', () => {
  const { pointer, pressed, move } = pointed();
  // The pointer entered the next row before it left the one before.
  move(2, 1);
  pointer.leave(1);
  expect(pointer.press('M', 2)).toBe(true);
  pointer.leave(2);
  expect(pointer.press('M', 3)).toBe(false);
  move(3, 4);
  pointer.click();
  expect(pointer.press('M', 5)).toBe(false);
  move(3, 6);
  expect(pointer.press('M', 60_000)).toBe(false);
  expect(pressed).toEqual([2]);
});

it('means the row that comes below the pointer when the one before has gone, but not one that scrolling brought', () => {
  const { pointer, pressed, enter } = pointed();
  for (const [row, now] of [
    [2, 4_000],
    [3, 8_000],
    [4, 12_000],
  ] as const) {
    pointer.press('M', now);
    enter(row);
  }
  expect(pressed).toEqual([1, 2, 3]);
  enter(5);
  expect(pointer.press('M', 60_000)).toBe(false);
});
