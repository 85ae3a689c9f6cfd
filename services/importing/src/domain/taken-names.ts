import { foldCase } from '@parley/rules';

/** What is added to a name that is taken: a number, or a part of an address. */
const addition = / \([^()]*\)$/;
/** Length of the part by which names are compared, in code points. It is shorter than all names that were cut. */
const stemLength = 30;

/**
 * Names that records of an archive have got. With each batch, only those are sent that it may want, too: all of them with every batch
 * would be quadratic.
 */
export class TakenNames {
  readonly #byStem = new Map<string, string[]>();
  readonly #standIn: string;

  /** @param standIn what the owner of the records calls those whose names are not valid */
  constructor(standIn = '') {
    this.#standIn = standIn;
  }

  add(name: string): void {
    const names = this.#byStem.get(stemOf(name));
    if (names) names.push(name);
    else this.#byStem.set(stemOf(name), [name]);
  }

  /** Returns the names of which one may be given to a record that wants one of these. */
  among(wanted: readonly string[]): string[] {
    // Some owners take away what stands before a colon (`role:`).
    const ends = wanted.flatMap((name) =>
      name.includes(':') ? [name.slice(name.lastIndexOf(':') + 1)] : [],
    );
    const stems = new Set([this.#standIn, ...wanted, ...ends].map(stemOf));
    return [...stems].flatMap((stem) => this.#byStem.get(stem) ?? []);
  }
}

function stemOf(name: string): string {
  let plain = name;
  while (addition.test(plain)) plain = plain.replace(addition, '');
  const letters = foldCase(plain.normalize('NFKC')).replaceAll(/[^\p{L}\p{N}]/gu, '');
  return [...letters].slice(0, stemLength).join('');
}
