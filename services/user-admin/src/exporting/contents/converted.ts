import {
  type FileRecord,
  MattermostWriter,
  type OutputFile,
  type ProductWriter,
  ZulipWriter,
} from '@parley/archive';
import { unicodeEmoji } from '@parley/markdown';
import { findUser } from '../../kernel/db/people.ts';
import { listEmoji } from '../../organization/db/emoji.ts';
import { records } from '../archive-entries.ts';
import type { ExportFormat } from '../domain/rules.ts';
import type { Entry } from '../domain/tar.ts';
import { openFile } from './open-file.ts';
import { imagesOf } from './organization.ts';
import type { Source } from './source.ts';

/** Yields the files of an export in the form of another product (docs/operations/export.md#for-other-products). */
export async function* convertedEntries(
  source: Source,
  format: Exclude<ExportFormat, 'parley'>,
): AsyncGenerator<Entry> {
  const { host } = await source.scope.organization();
  const facts = { host, emojiCode: unicodeEmoji };
  const writer: ProductWriter = format === 'zulip' ? new ZulipWriter(facts) : new MattermostWriter(facts);
  try {
    for await (const record of records(source)) {
      // An importer stops where a file is missing that a record names: one that is gone meanwhile is none.
      if (record.kind === 'file' && !(await contentOf(source, record, true))) continue;
      yield* entriesOf(source, writer.add(record));
    }
    yield* entriesOf(source, writer.finish());
  } finally {
    writer.close();
  }
}

async function* entriesOf(source: Source, files: Iterable<OutputFile>): AsyncGenerator<Entry> {
  for (const file of files) {
    if ('bytes' in file) yield { name: file.path, size: file.size, chunks: file.bytes };
    else {
      const content = await contentOf(source, file.file);
      if (content) yield { name: file.path, ...content };
    }
  }
}

/** Opens a file by the path that it has in the form: `files/<id>`, `images/avatar-<id>`, `images/emoji-<id>` or that of an image of the organization. */
async function contentOf(source: Source, { path }: FileRecord, headOnly = false) {
  const [, kind, number] = /^(files\/|images\/avatar-|images\/emoji-)(\d+)$/.exec(path ?? '') ?? [];
  const id = Number(number);
  if (kind === 'files/') {
    const file = { $case: 'exportedAttachmentId', exportedAttachmentId: id } as const;
    return openFile(source, file, headOnly);
  }
  const imagePath = (await imageAddress(source, path, kind, id))?.replace(/\?.*$/, '');
  return imagePath ? openFile(source, { $case: 'imagePath', imagePath }, headOnly) : undefined;
}

async function imageAddress(
  { scope }: Source,
  path: string | undefined,
  kind: string | undefined,
  id: number,
): Promise<string | undefined> {
  switch (kind) {
    case 'images/avatar-':
      return (await findUser(scope, id))?.avatarUrl;
    case 'images/emoji-':
      return (await listEmoji(scope)).find((emoji) => emoji.id === id)?.path;
    default:
      return imagesOf(await scope.settings()).find((image) => image.path === path)?.url;
  }
}
