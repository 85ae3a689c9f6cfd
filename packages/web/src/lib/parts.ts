/** Things that are made when they are first asked for, and then kept. */
export class Parts {
  readonly #made = new Map<unknown, unknown>();
  readonly #run: (create: () => unknown) => unknown;

  /** @param run calls a function that makes a thing */
  constructor(run: (create: () => unknown) => unknown) {
    this.#run = run;
  }

  /** Returns what `create` makes from an owner. What is kept under a function is what this function has made. */
  get<O, T>(create: (owner: O) => T, owner: O): T {
    if (!this.#made.has(create))
      this.#made.set(
        create,
        this.#run(() => create(owner)),
      );
    return this.#made.get(create) as T;
  }
}
