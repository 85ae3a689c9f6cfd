import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { itemAt } from '@parley/core';

/** Something to sort: by group, then by time, then as it came. The value is stored as JSON. */
export type Sortable<Value> = { readonly group: string; readonly time: number; readonly value: Value };

type Item = { group: string; time: number; sequence: number; stored: string };

const compare = (a: Item, b: Item): number =>
  a.group < b.group ? -1 : a.group > b.group ? 1 : a.time - b.time || a.sequence - b.sequence;

/** Characters that are sorted in memory; more go to temporary files. */
const memoryLimit = 12 * 1024 * 1024;
/** Files that are merged at once. */
const mergeLimit = 64;
/** Characters that are written to a file together. */
const writeLimit = 64 * 1024;

/** Sorts what does not fit into memory, in temporary files. Values are JSON. */
export class Sorter<Value> implements AsyncDisposable {
  private items: Item[] = [];
  private size = 0;
  private sequence = 0;
  private folder: string | undefined;
  private runs: string[] = [];
  private fileCount = 0;
  private readonly base: string;
  private readonly limit: number;

  /** @param base folder for what does not fit into memory */
  constructor(base = tmpdir(), limit = memoryLimit) {
    this.base = base;
    this.limit = limit;
  }

  /** Number of items that were added. */
  get count(): number {
    return this.sequence;
  }

  async add({ group, time, value }: Sortable<Value>): Promise<void> {
    const stored = JSON.stringify(value);
    this.items.push({ group, time, sequence: this.sequence++, stored });
    this.size += stored.length + group.length + 64;
    if (this.size > this.limit) await this.flush();
  }

  async *sorted(): AsyncIterable<Value> {
    if (this.runs.length === 0) {
      for (const item of this.items.sort(compare)) yield JSON.parse(item.stored);
      this.items = [];
      return;
    }
    await this.flush();
    while (this.runs.length > mergeLimit) {
      const merged = this.runs.splice(0, mergeLimit);
      this.runs.push(await this.write(merge(merged)));
      for (const run of merged) await rm(run);
    }
    for await (const items of merge(this.runs)) for (const { stored } of items) yield JSON.parse(stored);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.items = [];
    if (this.folder !== undefined) await rm(this.folder, { recursive: true, force: true });
  }

  private async flush(): Promise<void> {
    if (this.items.length === 0) return;
    this.runs.push(await this.write([this.items.sort(compare)]));
    this.items = [];
    this.size = 0;
  }

  private async write(parts: Iterable<Item[]> | AsyncIterable<Item[]>): Promise<string> {
    this.folder ??= await mkdtemp(join(this.base, 'parley-sorted-'));
    const path = join(this.folder, `run-${this.fileCount++}`);
    const stream = createWriteStream(path, { mode: 0o600 });
    const done = finished(stream);
    // The failure is thrown where it is awaited.
    done.catch(() => undefined);
    let [waiting, length]: [string[], number] = [[], 0];
    const flush = async () => {
      const isFull = !stream.write(waiting.join(''));
      [waiting, length] = [[], 0];
      if (isFull) await Promise.race([once(stream, 'drain'), done]);
    };
    for await (const items of parts) {
      for (const { group, time, sequence, stored } of items) {
        const line = `${JSON.stringify([group, time, sequence])}\t${stored}\n`;
        waiting.push(line);
        length += line.length;
        if (length >= writeLimit) await flush();
      }
    }
    await flush();
    stream.end();
    await done;
    return path;
  }
}

/** Yields the items of a file, those of each piece together. */
async function* itemsOf(run: string): AsyncGenerator<Item[]> {
  /** The beginning of a line, whose end may be many chunks away. */
  let begun: string[] = [];
  const chunks: AsyncIterable<string> = createReadStream(run, {
    encoding: 'utf8',
    highWaterMark: writeLimit,
  });
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf('\n');
    if (end === -1) {
      begun.push(chunk);
      continue;
    }
    yield `${begun.join('')}${chunk.slice(0, end)}`.split('\n').map(itemOf);
    begun = [chunk.slice(end + 1)];
  }
}

function itemOf(line: string): Item {
  const tab = line.indexOf('\t');
  const [group, time, sequence] = JSON.parse(line.slice(0, tab));
  return { group, time, sequence, stored: line.slice(tab + 1) };
}

type Head = { readonly rest: AsyncGenerator<Item[]>; items: Item[]; at: number };

/** Merges files, several items at a time: handing on each alone takes longer than reading it. */
async function* merge(runs: readonly string[]): AsyncIterable<Item[]> {
  /** Those that have not ended. */
  const heads: Head[] = [];
  for (const run of runs) {
    const rest = itemsOf(run);
    const { value, done } = await rest.next();
    if (!done) heads.push({ rest, items: value, at: 0 });
  }
  let merged: Item[] = [];
  const itemAtHead = ({ items, at }: Head): Item => itemAt(items, at);
  while (heads.length > 0) {
    const first = heads.reduce((one, other) =>
      compare(itemAtHead(other), itemAtHead(one)) < 0 ? other : one,
    );
    merged.push(itemAtHead(first));
    if (++first.at < first.items.length) continue;
    yield merged;
    merged = [];
    const { value, done } = await first.rest.next();
    if (done) heads.splice(heads.indexOf(first), 1);
    else [first.items, first.at] = [value, 0];
  }
}
