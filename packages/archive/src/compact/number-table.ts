/** Rows of numbers, in eight bytes each. */
export class NumberTable {
  readonly #width: number;
  #values: Float64Array;
  #rows = 0;

  /** @param width numbers of a row */
  constructor(width: number) {
    this.#width = width;
    this.#values = new Float64Array(width * 256);
  }

  get size(): number {
    return this.#rows;
  }

  /** Adds a row. What is not given is 0. */
  add(...row: readonly number[]): void {
    const start = this.#rows++ * this.#width;
    if (start + this.#width > this.#values.length) {
      const larger = new Float64Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values.set(row.slice(0, this.#width), start);
  }

  get(row: number, column: number): number {
    return this.#values[row * this.#width + column] ?? 0;
  }

  set(row: number, column: number, value: number): void {
    this.#values[row * this.#width + column] = value;
  }
}
