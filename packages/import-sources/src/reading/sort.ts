import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { lines } from './chunks.ts';

/** Something to sort: by group, then by time, then as it came. The value is stored as JSON. */
export type Sortable = { readonly group: string; readonly time: number; readonly value: unknown };

type Item = { group: string; time: number; sequence: number; stored: string };

const compare = (a: Item, b: Item): number =>
  a.group < b.group ? -1 : a.group > b.group ? 1 : a.time - b.time || a.sequence - b.sequence;

/** Characters that are sorted in memory; more go to temporary files. */
const memoryLimit = 12 * 1024 * 1024;
/** Files that are merged at once. */
const mergeLimit = 64;

/** Sorts what does not fit into memory, in temporary files. */
export class Sorter implements AsyncDisposable {
  private items: Item[] = [];
  private size = 0;
  private sequence = 0;
  private folder: string | undefined;
  private runs: string[] = [];
  private fileCount = 0;
  private readonly limit: number;

  constructor(limit = memoryLimit) {
    this.limit = limit;
  }

  /** Number of items that were added. */
  get count(): number {
    return this.sequence;
  }

  async add({ group, time, value }: Sortable): Promise<void> {
    const stored = JSON.stringify(value);
    this.items.push({ group, time, sequence: this.sequence++, stored });
    this.size += stored.length + group.length + 64;
    if (this.size > this.limit) await this.flush();
  }

  async *sorted(): AsyncIterable<unknown> {
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
    for await (const item of merge(this.runs)) yield JSON.parse(item.stored);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.items = [];
    if (this.folder !== undefined) await rm(this.folder, { recursive: true, force: true });
  }

  private async flush(): Promise<void> {
    if (this.items.length === 0) return;
    this.runs.push(await this.write(this.items.sort(compare)));
    this.items = [];
    this.size = 0;
  }

  private async write(items: Iterable<Item> | AsyncIterable<Item>): Promise<string> {
    this.folder ??= await mkdtemp(join(tmpdir(), 'parley-import-'));
    const path = join(this.folder, `run-${this.fileCount++}`);
    const stream = createWriteStream(path, { mode: 0o600 });
    const done = finished(stream);
    for await (const { group, time, sequence, stored } of items) {
      const line = `${JSON.stringify([group, time, sequence])}\t${stored}\n`;
      if (!stream.write(line)) await Promise.race([once(stream, 'drain'), done]);
    }
    stream.end();
    await done;
    return path;
  }
}

async function* merge(runs: readonly string[]): AsyncIterable<Item> {
  const readers = runs.map((run) => {
    const chunks: AsyncIterable<string> = createReadStream(run, 'utf8');
    return lines(chunks, Number.POSITIVE_INFINITY)[Symbol.asyncIterator]();
  });
  const next = async (index: number): Promise<Item | undefined> => {
    const { value, done } = await readers[index]!.next();
    if (done || value.text === undefined) return undefined;
    const tab = value.text.indexOf('\t');
    const [group, time, sequence] = JSON.parse(value.text.slice(0, tab)) as [string, number, number];
    return { group, time, sequence, stored: value.text.slice(tab + 1) };
  };
  const heads: (Item | undefined)[] = [];
  for (let index = 0; index < readers.length; index++) heads.push(await next(index));
  for (;;) {
    let first = -1;
    for (let index = 0; index < heads.length; index++) {
      const head = heads[index];
      if (head && (first === -1 || compare(head, heads[first]!) < 0)) first = index;
    }
    if (first === -1) return;
    yield heads[first]!;
    heads[first] = await next(first);
  }
}
