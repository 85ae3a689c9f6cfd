/** Archives in memory, and what readers make of them, for tests. */
import {
  type ArchiveRecord,
  type ArchiveText,
  type Finding,
  type ReadOptions,
  type RecordKind,
  type SourceEntry,
  type SourceFiles,
  SourceProblem,
  type SourceReader,
} from '@parley/archive';
import { itemAt } from '@parley/core';

/** Contents of a file: text, bytes, or a value that is written as JSON. */
export type Contents = string | Uint8Array | readonly unknown[] | Readonly<Record<string, unknown>>;

const bytesOf = (contents: Contents): Uint8Array =>
  contents instanceof Uint8Array
    ? contents
    : Buffer.from(typeof contents === 'string' ? contents : JSON.stringify(contents, null, 1));

/** Returns an archive of these files, whose contents come in small pieces. */
export function memorySource(files: Readonly<Record<string, Contents>>, pieceLength = 1_000): SourceFiles {
  const entries = Object.entries(files)
    .map(([path, contents]) => ({ path, bytes: bytesOf(contents) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const byPath = new Map(entries.map(({ path, bytes }) => [path, bytes]));
  const entry = (number: number): SourceEntry => {
    const { path, bytes } = itemAt(entries, number);
    return { path, size: bytes.length, number };
  };
  return {
    name: 'test',
    findings: [],
    list: () => entries.keys().map(entry),
    has: (path) => byPath.has(path),
    entry,
    sizeOf: (path) => byPath.get(path)?.length,
    async *open(path) {
      const bytes = byPath.get(path);
      if (!bytes) throw new SourceProblem('missing-file', path, 'The file is missing.');
      for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
    },
  };
}

const options: ReadOptions = { maxContentLength: 10_000, maxTopicLength: 60 };

type OfKind<K extends RecordKind> = Extract<ArchiveRecord, { kind: K }>;

/** All that a reader yields. */
class Reading {
  readonly records: ArchiveRecord[] = [];
  readonly findings: Finding[] = [];

  of<K extends RecordKind>(kind: K): OfKind<K>[] {
    return this.records.filter((record): record is OfKind<K> => record.kind === kind);
  }

  /** Texts of the messages in order, with references in braces. */
  get texts(): string[] {
    return this.of('message').map(({ content }) => shown(content));
  }

  finding(name: string): Finding | undefined {
    return this.findings.find(({ finding }) => finding === name);
  }
}

/** Reads an archive. */
export async function readAll(
  reader: SourceReader,
  files: SourceFiles,
  changes: Partial<ReadOptions> = {},
): Promise<Reading> {
  const reading = new Reading();
  for await (const record of reader.read(files, { ...options, ...changes })) {
    if (record.kind === 'finding') reading.findings.push(record);
    else reading.records.push(record);
  }
  return reading;
}

/** Returns a text with its references in braces: `{person U1}`. */
export const shown = (content: ArchiveText): string =>
  typeof content === 'string'
    ? content
    : content
        .map((part) => {
          if (typeof part === 'string') return part;
          if (part.ref === 'everyone') return `{all of ${part.of}}`;
          if (part.ref === 'topic') return `{topic ${part.channel} > ${part.topic}}`;
          return `{${part.ref} ${part.key}}`;
        })
        .join('');

/**
 * Returns what is wrong with the order and the keys of records: each refers only to records before it, apart from messages in texts and
 * pictures, and no key appears twice.
 */
export function disorder(records: readonly ArchiveRecord[]): string[] {
  const wrong: string[] = [];
  const known = new Map<string, Set<string>>();
  const has = (kind: string, key: string): boolean => known.get(kind)?.has(key) ?? false;
  const need = (kind: string, key: string, by: string): void => {
    if (!has(kind, key)) wrong.push(`${by} refers to ${kind} ${key}`);
  };
  const lastTimes = new Map<string, number>();
  for (const record of records) {
    const key = 'key' in record ? record.key : record.kind === 'emoji' ? record.name : undefined;
    if (key !== undefined) {
      if (has(record.kind, key)) wrong.push(`${record.kind} ${key} appears twice`);
      known.set(record.kind, (known.get(record.kind) ?? new Set()).add(key));
    }
    const by = `${record.kind} ${key ?? ''}`;
    if (record.kind === 'subscription') {
      need('channel', record.channel, by);
      need('person', record.person, by);
    }
    if (record.kind === 'group') for (const member of record.members) need('person', member, by);
    if (record.kind === 'channel' && record.creator !== undefined) need('person', record.creator, by);
    if (record.kind === 'file' && record.owner !== undefined) need('person', record.owner, by);
    if (record.kind !== 'message') continue;
    need('person', record.sender, by);
    const { place } = record;
    if ('channel' in place) need('channel', place.channel, by);
    else for (const person of place.people) need('person', person, by);
    if ('people' in place && !place.people.includes(record.sender))
      wrong.push(`${by} is outside of its conversation`);
    for (const reaction of record.reactions ?? []) need('person', reaction.person, by);
    for (const part of typeof record.content === 'string' ? [] : record.content) {
      if (typeof part === 'string' || part.ref === 'everyone' || part.ref === 'message') continue;
      if (part.ref === 'topic') need('channel', part.channel, by);
      else need(part.ref, part.key, by);
    }
    const conversation = JSON.stringify('channel' in place ? place.channel : place.people);
    if (record.time < (lastTimes.get(conversation) ?? 0)) wrong.push(`${by} is older than the one before`);
    lastTimes.set(conversation, record.time);
  }
  return wrong;
}

/** Returns the time in milliseconds that a function computes. Other work on the machine does not count. */
export function computed(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
