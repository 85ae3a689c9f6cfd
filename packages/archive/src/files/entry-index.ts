import { KeyTable } from '../compact/key-table.ts';
import { NumberTable } from '../compact/number-table.ts';
import { TextList } from '../compact/text-list.ts';
import type { Finding, SourceEntry, SourceFiles } from '../records.ts';
import { SourceProblem } from '../records.ts';
import type { SourceLimits } from './limits.ts';

/** Files that operating systems add, and that nobody means to move. */
const isJunk = (path: string): boolean =>
  /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/.test(path);

/** Returns a relative path with `/` and without `.`; undefined for a path that leads out of the archive, or that no file can have. */
function safePath(given: string, maxBytes: number): string | undefined {
  if (given.includes('\0') || Buffer.byteLength(given) > maxBytes) return undefined;
  const path = given.replaceAll('\\', '/');
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return undefined;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || parts.includes('..')) return undefined;
  return parts.join('/');
}

/**
 * Collects the entries of a source, refuses what is dangerous, and says so once per kind. It is compact, because an archive may have
 * millions of files: what does not fit into a few buffers is in temporary files.
 */
export class EntryIndex {
  readonly #limits: SourceLimits;
  readonly #keys: KeyTable;
  readonly #paths: TextList;
  /** The size of each file, -1 where it is not known, and the numbers that tell where it lies. */
  readonly #numbers: NumberTable;
  readonly #findings = new Map<string, { where: string; example: string; count: number }>();
  #bytes = 0;

  /**
   * @param placeNumbers how many numbers tell where a file lies
   * @param folder for what does not fit into memory
   */
  constructor(limits: SourceLimits, placeNumbers: number, folder: string | undefined) {
    this.#limits = limits;
    this.#keys = new KeyTable(folder);
    this.#paths = new TextList(folder);
    this.#numbers = new NumberTable(1 + placeNumbers, folder);
  }

  /** Adds an entry. Returns its path, or undefined if it is left out. @throws SourceProblem when the source has too many files or is too large */
  add(given: string, size: number | undefined, ...place: readonly number[]): string | undefined {
    if (given.endsWith('/') || isJunk(given)) return undefined;
    const path = safePath(given, this.#limits.maxPathBytes);
    if (path === undefined) {
      this.refuse(
        'dangerous-path',
        given,
        'A path leads out of the archive or is invalid; the file is left out.',
      );
      return undefined;
    }
    if (this.has(path)) {
      this.refuse(
        'duplicate-file',
        path,
        'The archive contains two files of this path; the first one counts.',
      );
      return undefined;
    }
    if (this.#keys.size >= this.#limits.maxEntries) {
      throw new SourceProblem(
        'too-many-files',
        path,
        `The archive contains more than ${this.#limits.maxEntries} files.`,
      );
    }
    this.#bytes += size ?? 0;
    if (this.#bytes > this.#limits.maxBytes) {
      throw new SourceProblem(
        'archive-too-large',
        path,
        'The archive is larger than the limit when it is unpacked.',
      );
    }
    this.#keys.add(path);
    this.#paths.add(path);
    this.#numbers.add(size ?? -1, ...place);
    return path;
  }

  /** Counts something that is left out. */
  refuse(finding: string, where: string, example: string): void {
    const known = this.#findings.get(finding);
    if (known) known.count++;
    else this.#findings.set(finding, { where: shown(where), example, count: 1 });
  }

  get findings(): Finding[] {
    return Array.from(this.#findings, ([finding, found]) => ({ kind: 'finding', finding, ...found }));
  }

  /** Returns what readers see of the entries, when all were added. */
  async view(): Promise<Pick<SourceFiles, 'list' | 'has' | 'entry' | 'sizeOf' | 'findings'>> {
    const order = await this.#paths.sorted();
    return {
      findings: this.findings,
      list: () => this.#list(order),
      has: (path) => this.has(path),
      entry: (number) => this.#entry(number),
      sizeOf: (path) => this.#entryOf(path)?.size,
    };
  }

  *#list(order: Uint32Array): Generator<SourceEntry> {
    for (const number of order) yield this.#entry(number);
  }

  #entry(number: number): SourceEntry {
    const size = this.#numbers.get(number, 0);
    return { path: this.#paths.at(number), size: size < 0 ? undefined : size, number };
  }

  #entryOf(path: string): SourceEntry | undefined {
    const number = this.#keys.find(path);
    return number === undefined ? undefined : this.#entry(number);
  }

  has(path: string): boolean {
    return this.#keys.has(path);
  }

  /** Returns the size of a file, and the numbers that tell where it lies. @throws SourceProblem when there is no such file */
  find(path: string): { size: number | undefined; place: (column: number) => number } {
    const found = this.#entryOf(path);
    if (!found) throw new SourceProblem('missing-file', path, 'The archive does not contain this file.');
    return { size: found.size, place: (column) => this.#numbers.get(found.number, 1 + column) };
  }
}

/** Returns a name from an archive as one short printable line. */
const shown = (name: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  name.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '�').slice(0, 200);
