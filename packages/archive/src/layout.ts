import { required } from '@parley/core';
import type { RecordKind } from './records.ts';

export const formName = 'parley-organization';

/**
 * Version of the form. A reader accepts all versions up to its own. Fields and kinds of records may be added without a new version,
 * because readers skip what they do not know and say so.
 */
export const formVersion = 1;

export const manifestPath = 'manifest.json';

/** The folders or files of records, in the order in which they are read. A kind is one file, or several with numbers. */
export const recordStems: readonly { kind: RecordKind; stem: string }[] = [
  { kind: 'organization', stem: 'organization' },
  { kind: 'person', stem: 'people' },
  { kind: 'group', stem: 'groups' },
  { kind: 'file', stem: 'files' },
  { kind: 'emoji', stem: 'emoji' },
  { kind: 'channel-folder', stem: 'channel-folders' },
  { kind: 'channel', stem: 'channels' },
  { kind: 'subscription', stem: 'subscriptions' },
  { kind: 'topic', stem: 'topics' },
  { kind: 'message', stem: 'messages' },
  { kind: 'unread', stem: 'unread' },
];

/** Returns the path of a file of records: `records/messages-000001.jsonl`. */
export const recordPath = (kind: RecordKind, part: number): string => {
  const { stem } = required(
    recordStems.find((each) => each.kind === kind),
    `file of ${kind}`,
  );
  return `records/${stem}-${String(part).padStart(6, '0')}.jsonl`;
};

/** Returns the kind of the records in a file; undefined for other files. */
export function kindOfPath(path: string): RecordKind | undefined {
  const stem = /^records\/([a-z-]+?)(?:-\d+)?\.jsonl$/.exec(path)?.[1];
  return recordStems.find((each) => each.stem === stem)?.kind;
}

/** What the manifest says. It is written last, so it proves that the archive is complete. */
export type Manifest = {
  readonly form: typeof formName;
  readonly version: number;
  /** Seconds since 1970. */
  readonly created: number;
  /** Address of the server. Keys are unique within it. */
  readonly source: string;
  /** Name and version of the program that wrote it. */
  readonly program: string;
  /** Seconds since 1970: messages before it are left out. */
  readonly since?: number;
  readonly counts: Readonly<Partial<Record<RecordKind, number>>>;
  /** SHA-256 and size of each file of records. Those of other files are in their records. */
  readonly checksums: Readonly<Record<string, { readonly sha256: string; readonly size: number }>>;
};
