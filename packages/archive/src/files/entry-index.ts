import type { Finding, SourceEntry } from '../records.ts';
import { SourceProblem } from '../records.ts';
import type { SourceLimits } from './limits.ts';

/** Files that operating systems add, and that nobody means to move. */
const isJunk = (path: string): boolean =>
  /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/.test(path);

/**
 * Returns a relative path with `/` and without `.`; undefined for a path that leads out of the archive, or that no file can have.
 */
function safePath(given: string, maxBytes: number): string | undefined {
  if (given.includes('\0') || Buffer.byteLength(given) > maxBytes) return undefined;
  const path = given.replaceAll('\\', '/');
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return undefined;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || parts.includes('..')) return undefined;
  return parts.join('/');
}

/** Collects the entries of a source, refuses what is dangerous, and says so once per kind. */
export class EntryIndex<Place> {
  readonly #limits: SourceLimits;
  /** What is known of each file, in one object: an archive may have a million. */
  readonly #places = new Map<string, SourceEntry & { place: Place }>();
  readonly #findings = new Map<string, { where: string; example: string; count: number }>();
  #bytes = 0;

  constructor(limits: SourceLimits) {
    this.#limits = limits;
  }

  /** Adds an entry. @throws SourceProblem when the source has too many files or is too large */
  add(given: string, size: number | undefined, place: Place): void {
    if (given.endsWith('/') || isJunk(given)) return;
    const path = safePath(given, this.#limits.maxPathBytes);
    if (path === undefined) {
      this.refuse(
        'dangerous-path',
        given,
        'A path leads out of the archive or is invalid; the file is left out.',
      );
      return;
    }
    if (this.#places.has(path)) {
      this.refuse(
        'duplicate-file',
        path,
        'The archive contains two files of this path; the first one counts.',
      );
      return;
    }
    if (this.#places.size >= this.#limits.maxEntries) {
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
    this.#places.set(path, { path, size, place });
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

  list(): SourceEntry[] {
    return [...this.#places.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  has(path: string): boolean {
    return this.#places.has(path);
  }

  /** @throws SourceProblem when there is no such file */
  place(path: string): { size: number | undefined; place: Place } {
    const found = this.#places.get(path);
    if (!found) throw new SourceProblem('missing-file', path, 'The archive does not contain this file.');
    return found;
  }
}

/** Returns a name from an archive as one short printable line. */
const shown = (name: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  name.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '�').slice(0, 200);
