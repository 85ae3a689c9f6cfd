import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itemAt } from '@parley/core';

export const pageBytes = 8 * 1024;
/** Pages of all tables of the process that are in memory: 96 MiB. */
const maxPages = 12 * 1024;

/** A part of a table, which is seen as bytes or as numbers. */
type Page = {
  readonly bytes: Buffer;
  readonly words: Int32Array;
  readonly numbers: Float64Array;
  of: Stored;
  number: number;
  isUsed: boolean;
  /** Whether it differs from the file. */
  isChanged: boolean;
};

/** What there is of a table: its pages in memory by their numbers, and the file with the others. */
type Stored = { readonly folder: string; readonly pages: Map<number, Page>; file: number | undefined };

/** The pages in memory. A hand goes around and takes the first one that was not used since it was there last. */
const inMemory: Page[] = [];
let hand = 0;

/** Forgets tables that nobody has any more. Their files have no names, so nothing is left of them. */
const tables = new FinalizationRegistry<Stored>(({ pages, file }) => {
  if (file !== undefined) closeSync(file);
  const rest = inMemory.filter((page) => pages.get(page.number) !== page);
  inMemory.splice(0, inMemory.length, ...rest);
});

/** Number of pages that all tables have in memory. */
export const pagesInMemory = (): number => inMemory.length;

/**
 * Bytes at places from 0, which are 0 before they are written. As much as fits is in memory; the rest is in a temporary file, so that
 * memory does not grow with an archive. Reading is synchronous, because the file is in the page cache of the system.
 */
export class PagedBytes {
  readonly #stored: Stored;
  #last: Page | undefined;

  constructor(folder = tmpdir()) {
    this.#stored = { folder, pages: new Map(), file: undefined };
    tables.register(this, this.#stored);
  }

  /** Returns a page, until one of any table is asked for. Only with `toChange`, it may be changed. */
  page(number: number, toChange = false): Page {
    const last = this.#last;
    const isLast = last !== undefined && last.of === this.#stored && last.number === number;
    const page = isLast ? last : (this.#stored.pages.get(number) ?? this.#load(number));
    page.isUsed = true;
    page.isChanged ||= toChange;
    this.#last = page;
    return page;
  }

  #load(number: number): Page {
    const page = freePage(this.#stored);
    const { file, pages } = this.#stored;
    const filled = file === undefined ? 0 : readAll(file, page.bytes, number * pageBytes);
    page.bytes.fill(0, filled);
    Object.assign(page, { of: this.#stored, number, isChanged: false });
    pages.set(number, page);
    return page;
  }
}

/** Returns a page that nobody has: a new one, or one that was written to its file. */
function freePage(of: Stored): Page {
  if (inMemory.length < maxPages) {
    const buffer = new ArrayBuffer(pageBytes);
    const page: Page = {
      bytes: Buffer.from(buffer),
      words: new Int32Array(buffer),
      numbers: new Float64Array(buffer),
      of,
      number: -1,
      isUsed: true,
      isChanged: false,
    };
    inMemory.push(page);
    return page;
  }
  for (;;) {
    hand = (hand + 1) % inMemory.length;
    const page = itemAt(inMemory, hand);
    if (page.isUsed) {
      page.isUsed = false;
      continue;
    }
    if (page.isChanged) {
      page.of.file ??= openFile(page.of.folder);
      writeAll(page.of.file, page.bytes, page.number * pageBytes);
    }
    page.of.pages.delete(page.number);
    return page;
  }
}

function openFile(base: string): number {
  const folder = mkdtempSync(join(base, 'parley-table-'));
  try {
    return openSync(join(folder, 'pages'), 'wx+', 0o600);
  } finally {
    // The file stays until it is closed, also when the process is killed.
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads what was written. Returns how many bytes that were. */
function readAll(file: number, bytes: Buffer, position: number): number {
  for (let filled = 0; filled < bytes.length; ) {
    const length = readSync(file, bytes, filled, bytes.length - filled, position + filled);
    if (length === 0) return filled;
    filled += length;
  }
  return bytes.length;
}

function writeAll(file: number, bytes: Buffer, position: number): void {
  for (let written = 0; written < bytes.length; )
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
}
