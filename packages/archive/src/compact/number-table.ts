import { PagedBytes, pageBytes } from './paged-bytes.ts';

const numberBytes = 8;
const numbersOfPage = pageBytes / numberBytes;

/** Rows of numbers, in eight bytes each. */
export class NumberTable {
  readonly #width: number;
  readonly #values: PagedBytes;
  #rows = 0;

  /**
   * @param width numbers of a row
   * @param folder for what does not fit into memory
   */
  constructor(width: number, folder?: string) {
    this.#width = width;
    this.#values = new PagedBytes(folder);
  }

  get size(): number {
    return this.#rows;
  }

  /** Adds a row. What is not given is 0. */
  add(...row: readonly number[]): void {
    const number = this.#rows++;
    for (let column = 0; column < this.#width; column++) this.set(number, column, row[column] ?? 0);
  }

  get(row: number, column: number): number {
    const at = row * this.#width + column;
    return this.#values.page(Math.floor(at / numbersOfPage)).numbers[at % numbersOfPage] ?? 0;
  }

  set(row: number, column: number, value: number): void {
    const at = row * this.#width + column;
    this.#values.page(Math.floor(at / numbersOfPage), true).numbers[at % numbersOfPage] = value;
  }
}
