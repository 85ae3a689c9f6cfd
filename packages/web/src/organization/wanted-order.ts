/** Returns a copy of the list in which the item at `from` is at `place`. */
function moved<T>(items: readonly T[], from: number, place: number): T[] {
  const others = items.filter((_, each) => each !== from);
  others.splice(place, 0, ...items.slice(from, from + 1));
  return others;
}

const isSame = (one: readonly number[], other: readonly number[] | undefined): boolean =>
  one.join() === other?.join();

/**
 * The order of a list that a person changes: as it is stored, or as it is wanted while an entry is dragged or the order is being
 * saved. Moves may follow each other faster than they are stored, and others may change the list meanwhile.
 */
export class WantedOrder {
  #stored: readonly number[];
  #wanted: readonly number[] | undefined;
  /** The last order that was sent; undefined after the stored order has changed. */
  #sent: readonly number[] | undefined;
  #unanswered = 0;
  readonly #save: (ids: readonly number[]) => Promise<boolean>;
  readonly #onChange: () => void;

  /** @param save stores an order. Resolves to whether that succeeded. */
  constructor(
    stored: readonly number[],
    save: (ids: readonly number[]) => Promise<boolean>,
    onChange: () => void,
  ) {
    this.#stored = stored;
    this.#save = save;
    this.#onChange = onChange;
  }

  /** The order to show. */
  get ids(): readonly number[] {
    if (!this.#wanted) return this.#stored;
    // Adjusts for entries that another person has added or removed since.
    const known = this.#wanted.filter((id) => this.#stored.includes(id));
    return [...known, ...this.#stored.filter((id) => !known.includes(id))];
  }

  /** Takes over what the server has stored. */
  take(stored: readonly number[], isDragging: boolean): void {
    if (isSame(stored, this.#stored)) return;
    this.#stored = stored;
    this.#sent = undefined;
    // An event of an earlier move must not move the entry back while a later move is still being saved.
    const isPresent = this.#unanswered === 0 || isSame(stored, this.#wanted);
    if (!isDragging && isPresent) this.#wanted = undefined;
    this.#onChange();
  }

  move(from: number, place: number): void {
    this.#wanted = moved(this.ids, from, place);
    this.#onChange();
  }

  /** Returns to the stored order. */
  reset(): void {
    this.#wanted = undefined;
    this.#onChange();
  }

  /** Stores the shown order, unless it is the last one that was sent. */
  async store(): Promise<void> {
    const order = this.ids;
    if (isSame(order, this.#sent ?? this.#stored)) return;
    this.#sent = order;
    this.#unanswered++;
    const isStored = await this.#save(order).catch(() => false);
    this.#unanswered--;
    if (isStored || this.#unanswered > 0) return;
    this.#sent = undefined;
    this.reset();
  }
}
