/**
 * Which row of a list the person means when they press a key while the pointer is on it. A pointer that has rested for a while, or
 * has clicked, means nothing: the person is then reading something else. Knows no document.
 */

/** Actions by key. They are read when a key is pressed, so that they fit to what the row is by then. */
export type RowActions = () => Readonly<Record<string, () => void>>;

/** Time in milliseconds after the last movement of the pointer for which its row is meant. */
const meantMs = 5_000;

export class PointedRow<Row> {
  #present: { readonly row: Row; readonly actions: RowActions } | undefined;
  #movedAt = Number.NEGATIVE_INFINITY;

  /** Takes that a row is below the pointer, perhaps because another row has gone. */
  enter(row: Row, actions: RowActions): void {
    this.#present = { row, actions };
  }

  /** Takes that the pointer moves over a row. */
  move(row: Row, actions: RowActions, now: number): void {
    this.enter(row, actions);
    this.#movedAt = now;
  }

  /** Takes that a row is no longer below the pointer. */
  leave(row: Row): void {
    if (this.#present?.row === row) this.#present = undefined;
  }

  /** Takes that the pointer has clicked. It must move before it means a row again. */
  click(): void {
    this.#movedAt = Number.NEGATIVE_INFINITY;
  }

  /** Runs what a key does with the row that is meant. Returns whether there is something. The next key may mean the next row. */
  press(key: string, now: number): boolean {
    if (now - this.#movedAt > meantMs) return false;
    const act = new Map(Object.entries(this.#present?.actions() ?? {})).get(key);
    if (!act) return false;
    this.#movedAt = now;
    act();
    return true;
  }
}
