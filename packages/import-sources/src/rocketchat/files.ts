import {
  type ArchiveRecord,
  type FileRecord,
  KeyTable,
  NumberTable,
  type SourceFiles,
} from '@parley/archive';
import type { Findings } from '../reading/findings.ts';
import type { Kept } from '../reading/kept.ts';
import { idOf, millisecondsOf, numberOf, textOf } from '../reading/values.ts';
import type { MongoDump } from './dump.ts';
import { fileSizes, gridFiles } from './grid-fs.ts';

/**
 * Yields the records of uploads, which are kept in `uploads`. Those in GridFS come with their contents, others where files lie beside the
 * dump.
 */
export async function* rocketChatUploads(
  dump: MongoDump,
  files: SourceFiles,
  people: ReadonlyMap<string, string>,
  uploads: Kept<FileRecord>,
  { tell }: Findings,
): AsyncIterable<FileRecord> {
  for await (const { value, where } of dump.documents('rocketchat_uploads', tell)) {
    const key = idOf(value._id);
    if (key === undefined || value.typeGroup === 'thumb') continue;
    const owner = idOf(value.userId);
    const type = textOf(value.type);
    const size = numberOf(value.size);
    const created = millisecondsOf(value.uploadedAt);
    await uploads.add(key, {
      kind: 'file',
      key,
      name: textOf(value.name) ?? key,
      where,
      ...(owner !== undefined && people.has(owner) ? { owner } : {}),
      ...(type === undefined ? {} : { type }),
      ...(size === undefined ? {} : { size }),
      ...(created === undefined ? {} : { created }),
    });
  }
  const wanted = await fileSizes(dump, 'rocketchat_uploads', tell, (id) => uploads.has(id));
  for await (const { id, open, size } of gridFiles(dump, 'rocketchat_uploads', wanted, tell)) {
    const record = await uploads.take(id);
    if (record) yield { ...record, size, open };
  }
  const beside = new FilesBeside(files, uploads);
  for await (const record of uploads.rest()) {
    const path = beside.path(record.key);
    yield { ...record, ...(path === undefined ? {} : { path }) };
  }
}

/** Files whose names begin with the ID of an upload, as servers store uploads in a folder. */
class FilesBeside {
  private readonly files: SourceFiles;
  private readonly ids: KeyTable;
  private readonly numbers: NumberTable;

  constructor(files: SourceFiles, uploads: { has(key: string): boolean }) {
    this.files = files;
    this.ids = new KeyTable(files.temporaryFolder);
    this.numbers = new NumberTable(1, files.temporaryFolder);
    for (const { path, number } of files.list()) {
      const id = /(?:^|\/)([A-Za-z0-9]{10,30})(?:\.[^/.]{1,10})?$/.exec(path)?.[1];
      if (id === undefined || /\.bson(?:\.gz)?$/.test(path) || !uploads.has(id)) continue;
      if (this.ids.addNew(id)) this.numbers.add(number);
    }
  }

  path(id: string): string | undefined {
    const found = this.ids.find(id);
    return found === undefined ? undefined : this.files.entry(this.numbers.get(found, 0)).path;
  }
}

/** Yields the records of custom emoji with their pictures and aliases. */
export async function* rocketChatEmoji(
  dump: MongoDump,
  names: Set<string>,
  findings: Findings,
): AsyncIterable<ArchiveRecord> {
  const { tell } = findings;
  const rows: { name: string; aliases: string[]; file: string; where: string }[] = [];
  for await (const { value, where } of dump.documents('rocketchat_custom_emoji', tell)) {
    const name = textOf(value.name);
    if (name === undefined || names.has(name)) continue;
    names.add(name);
    const aliases = (Array.isArray(value.aliases) ? value.aliases : []).filter(
      (alias): alias is string => textOf(alias) !== undefined && !names.has(alias),
    );
    for (const alias of aliases) names.add(alias);
    rows.push({
      name,
      aliases: [...new Set(aliases)],
      file: `${name}.${textOf(value.extension) ?? 'png'}`,
      where,
    });
  }
  if (rows.length === 0) return;
  const byFile = new Map(
    rows.flatMap((row) => [row.file, encodeURIComponent(row.file)].map((id) => [id, row] as const)),
  );
  const wanted = await fileSizes(dump, 'custom_emoji', tell, (id) => byFile.has(id));
  const found = new Set<string>();
  for await (const { id, open, size } of gridFiles(dump, 'custom_emoji', wanted, tell)) {
    const row = byFile.get(id);
    if (!row || found.has(row.name)) continue;
    found.add(row.name);
    const file = `emoji-${row.name}`;
    // The emoji come first, because the picture can be read only until the next record is asked for.
    yield { kind: 'emoji', name: row.name, file, where: row.where };
    for (const alias of row.aliases)
      yield { kind: 'emoji', name: alias, file, aliasOf: row.name, where: row.where };
    yield { kind: 'file', key: file, name: row.file, use: 'emoji', size, open, where: row.where };
  }
  for (const { name, where } of rows) {
    if (found.has(name)) continue;
    tell({
      finding: 'missing-file',
      where,
      example: `The picture of :${name.slice(0, 80)}: is not in the dump.`,
      leftOut: 'emoji',
    });
  }
}

/** Returns the pictures of people by their IDs, and yields them with their contents. */
export async function* rocketChatAvatars(
  dump: MongoDump,
  people: ReadonlyMap<string, string>,
  findings: Findings,
): AsyncIterable<FileRecord> {
  const { tell } = findings;
  const owners = new Map<string, string>();
  for await (const { value } of dump.documents('rocketchat_avatars', tell)) {
    const id = idOf(value._id);
    const person = idOf(value.userId);
    if (id !== undefined && person !== undefined && people.has(person)) owners.set(id, person);
  }
  if (owners.size === 0) return;
  const wanted = await fileSizes(dump, 'rocketchat_avatars', tell, (id) => owners.has(id));
  const seen = new Set<string>();
  for await (const { id, open, size } of gridFiles(dump, 'rocketchat_avatars', wanted, tell)) {
    const person = owners.get(id);
    if (person === undefined || seen.has(person)) continue;
    seen.add(person);
    yield { kind: 'file', key: `avatar-${person}`, name: 'avatar', use: 'avatar', size, open };
  }
}
