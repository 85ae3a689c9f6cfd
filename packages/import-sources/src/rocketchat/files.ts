import type { ArchiveRecord, FileRecord, SourceFiles } from '@parley/archive';
import type { Findings } from '../reading/findings.ts';
import { idOf, millisecondsOf, numberOf, textOf } from '../reading/values.ts';
import type { MongoDump } from './dump.ts';
import { fileSizes, gridFiles } from './grid-fs.ts';

/** Yields the records of uploads. Those in GridFS come with their contents, others where files lie beside the dump. */
export async function* rocketChatUploads(
  dump: MongoDump,
  files: SourceFiles,
  people: ReadonlyMap<string, string>,
  findings: Findings,
): AsyncIterable<ArchiveRecord> {
  const { tell } = findings;
  const uploads = new Map<string, FileRecord>();
  for await (const { value, where } of dump.documents('rocketchat_uploads', tell)) {
    const key = idOf(value._id);
    if (key === undefined || uploads.has(key) || value.typeGroup === 'thumb') continue;
    const owner = idOf(value.userId);
    const type = textOf(value.type);
    const size = numberOf(value.size);
    const created = millisecondsOf(value.uploadedAt);
    uploads.set(key, {
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
  const sizes = await fileSizes(dump, 'rocketchat_uploads', tell);
  const wanted = new Map([...sizes].filter(([id]) => uploads.has(id)));
  for await (const { id, open, size } of gridFiles(dump, 'rocketchat_uploads', wanted, tell)) {
    const record = uploads.get(id);
    uploads.delete(id);
    if (record) yield { ...record, size, open };
  }
  const beside = filesBeside(files);
  for (const [key, record] of uploads) {
    const path = beside.get(key);
    yield { ...record, ...(path === undefined ? {} : { path }) };
  }
}

/** Files whose names begin with an ID, as servers store uploads in a folder. */
function filesBeside(files: SourceFiles): Map<string, string> {
  const paths = new Map<string, string>();
  for (const { path } of files.list()) {
    const id = /(?:^|\/)([A-Za-z0-9]{10,30})(?:\.[^/.]{1,10})?$/.exec(path)?.[1];
    if (id !== undefined && !/\.bson(?:\.gz)?$/.test(path)) paths.set(id, path);
  }
  return paths;
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
  const sizes = await fileSizes(dump, 'custom_emoji', tell);
  const byFile = new Map(
    rows.flatMap((row) => [row.file, encodeURIComponent(row.file)].map((id) => [id, row] as const)),
  );
  const wanted = new Map([...sizes].filter(([id]) => byFile.has(id)));
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
  const sizes = await fileSizes(dump, 'rocketchat_avatars', tell);
  const wanted = new Map([...sizes].filter(([id]) => owners.has(id)));
  const seen = new Set<string>();
  for await (const { id, open, size } of gridFiles(dump, 'rocketchat_avatars', wanted, tell)) {
    const person = owners.get(id);
    if (person === undefined || seen.has(person)) continue;
    seen.add(person);
    yield { kind: 'file', key: `avatar-${person}`, name: 'avatar', use: 'avatar', size, open };
  }
}
