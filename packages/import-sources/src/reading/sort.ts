import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { lines } from './chunks.ts';

/** Something to sort: by group, then by time, then as it came. The value is stored as JSON. */
export type Sortable<Value> = { readonly group: string; readonly time: number; readonly value: Value };

type Item = { group: string; time: number; sequence: number; stored: string };

const compare = (a: Item, b: Item): number =>
  a.group < b.group ? -1 : a.group > b.group ? 1 : a.time - b.time || a.sequence - b.sequence;

/** Characters that are sorted in memory; more go to temporary files. */
const memoryLimit = 12 * 1024 * 1024;
/** Files that are merged at once. */
const mergeLimit = 64;

/** Sorts what does not fit into memory, in temporary files. Values are JSON. */
export class Sorter<Value> implements AsyncDisposable {
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

async function* itemsOf(run: string): AsyncGenerator<Item> {
  const chunks: AsyncIterable<string> = createReadStream(run, 'utf8');
  for await (const { text } of lines(chunks, Number.POSITIVE_INFINITY)) {
    if (text === undefined) return;
    const tab = text.indexOf('\t');
    const [group, time, sequence] = JSON.parse(text.slice(0, tab));
    yield { group, time, sequence, stored: text.slice(tab + 1) };
  }
}

async function* merge(runs: readonly string[]): AsyncIterable<Item> {
  /** The next items of the runs that have not ended. */
  const heads: { readonly rest: AsyncGenerator<Item>; item: Item }[] = [];
  for (const run of runs) {
    const rest = itemsOf(run);
    const { value, done } = await rest.next();
    if (!done) heads.push({ rest, item: value });
  }
  for (;;) {
    let [first] = heads;
    if (!first) return;
    for (const head of heads) if (compare(head.item, first.item) < 0) first = head;
    yield first.item;
    const { value, done } = await first.rest.next();
    if (done) heads.splice(heads.indexOf(first), 1);
    else first.item = value;
  }
}
