import type { ArchiveRecord, ArchiveText, RecordKind, TextPart } from './records.ts';
import type { OutputFile, ProductWriter, WriterFacts } from './write-output.ts';

/** What a writer does with each kind of record. Kinds that the other product does not have are absent. */
export type Writes = {
  readonly [Kind in RecordKind]?: (
    record: Extract<ArchiveRecord, { kind: Kind }>,
  ) => Iterable<OutputFile> | undefined;
};

/** What writers for other products share: they take one record after the other, and write texts part by part. */
export abstract class RecordWriter implements ProductWriter {
  protected readonly facts: WriterFacts;
  protected readonly groupNames = new Map<string, string>();
  protected abstract readonly writes: Writes;

  constructor(facts: WriterFacts) {
    this.facts = facts;
  }

  *add(record: ArchiveRecord): Iterable<OutputFile> {
    if (record.kind === 'group') this.groupNames.set(record.key, record.name);
    const write = this.writes[record.kind] as
      | ((each: ArchiveRecord) => Iterable<OutputFile> | undefined)
      | undefined;
    yield* write?.(record) ?? [];
  }

  abstract finish(): Iterable<OutputFile>;
  abstract close(): void;
}

/** Returns a text whose references are written by a function. */
export const writtenText = (text: ArchiveText, write: (part: Exclude<TextPart, string>) => string): string =>
  typeof text === 'string'
    ? text
    : text.map((part) => (typeof part === 'string' ? part : write(part))).join('');
