/** The order of a list whose rows must not move while a person points at one: rows keep their places, new ones come last. */
export class HeldOrder<Key> {
  #shown: readonly Key[] = [];

  /** Returns the keys in the order in which to show them. @param wanted the keys in their right order */
  arrange(wanted: readonly Key[], isHeld: boolean): readonly Key[] {
    if (!isHeld) {
      this.#shown = wanted;
      return wanted;
    }
    const left = new Set(wanted);
    const kept = this.#shown.filter((key) => left.delete(key));
    this.#shown = [...kept, ...left];
    return this.#shown;
  }
}
