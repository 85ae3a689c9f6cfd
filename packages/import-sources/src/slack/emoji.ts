import type { EmojiRecord, FileRecord, SourceFiles } from '@parley/archive';
import { objectOf, textOf, textsOf } from '../reading/values.ts';

/** Pictures of custom emoji in an archive, by name: `emojis/<name>.png`, as tools write them. */
export function emojiPictures(files: SourceFiles): Map<string, string> {
  const pictures = new Map<string, string>();
  for (const { path } of files.list()) {
    const name = /(?:^|\/)emojis?\/([^/]+)\.(?:png|gif|jpe?g|webp)$/i.exec(path)?.[1];
    if (name !== undefined && !pictures.has(name)) pictures.set(name, path);
  }
  return pictures;
}

export const emojiFileKey = (name: string): string => `emoji-${name}`;

/** Returns the records of a custom emoji: `"name": "address"`, `"name": "alias:other"`, or an object. */
export function slackEmoji(
  name: string,
  value: unknown,
  pictures: ReadonlyMap<string, string>,
  where: string,
): (EmojiRecord | FileRecord)[] {
  const entry = objectOf(value);
  const address = textOf(value) ?? textOf(entry?.url);
  const target = /^alias:(.+)$/.exec(address ?? '')?.[1] ?? textOf(entry?.alias_for);
  if (target !== undefined) return [{ kind: 'emoji', name, aliasOf: target, where }];
  const path = pictures.get(name);
  const url = address !== undefined && /^https:/.test(address) ? address : undefined;
  const source = path === undefined ? url && { url } : { path };
  if (!source) return [];
  const file = emojiFileKey(name);
  const author = textOf(entry?.user_id);
  return [
    {
      kind: 'file',
      key: file,
      name: path === undefined ? name : path.slice(path.lastIndexOf('/') + 1),
      use: 'emoji',
      where,
      ...source,
    },
    { kind: 'emoji', name, file, where, ...(author === undefined ? {} : { author }) },
    ...textsOf(entry?.aliases).map(
      (alias): EmojiRecord => ({ kind: 'emoji', name: alias, aliasOf: name, where }),
    ),
  ];
}
