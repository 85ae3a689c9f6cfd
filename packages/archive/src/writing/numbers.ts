/** Numbers for keys, in the order in which they come first, beginning with 1. */
export class Numbers {
  readonly #ids = new Map<string, number>();

  of(key: string): number {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#ids.size + 1;
    this.#ids.set(key, id);
    return id;
  }

  has(key: string): boolean {
    return this.#ids.has(key);
  }
}

/** Returns names that are not taken yet: the wanted one, or one with a number. */
export class Names {
  readonly #taken = new Set<string>();

  take(wanted: string, length: number): string {
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : `-${number}`;
      const name = `${wanted.slice(0, length - suffix.length)}${suffix}`;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }
}
