import { type FileRecord, KeyTable, NumberTable, type SourceFiles } from '@parley/archive';
import { idOf, numberOf, secondsOf, textOf, type Values } from '../reading/values.ts';
import type { Inline } from '../text/tree.ts';
import { text } from '../text/tree.ts';

/** What a message has of a file. */
export type SlackFile = {
  node: Inline;
  /** Undefined: there is no file, only a note. */
  record?: FileRecord;
  /** Why it is no file, or what it loses. */
  loss?: 'file-deleted' | 'file-elsewhere' | 'canvas-as-file';
};

/**
 * Where an archive has the contents of files, by their IDs: `__uploads/<id>/<name>`, or `attachments/<id>-<name>` in the folder of a
 * conversation, as tools write them that add files to an export.
 */
export class SlackFileIndex {
  private readonly files: SourceFiles;
  private readonly ids: KeyTable;
  private readonly numbers: NumberTable;

  constructor(files: SourceFiles) {
    this.files = files;
    this.ids = new KeyTable(files.temporaryFolder);
    this.numbers = new NumberTable(1, files.temporaryFolder);
    for (const { path, number } of files.list()) {
      const [, id] =
        /(?:^|\/)__uploads\/([A-Z0-9]{5,20})\/[^/]+$/.exec(path) ??
        /(?:^|\/)attachments\/([A-Z0-9]{5,20})-[^/]+$/.exec(path) ??
        [];
      if (id !== undefined && this.ids.addNew(id)) this.numbers.add(number);
    }
  }

  path(id: string): string | undefined {
    const found = this.ids.find(id);
    return found === undefined ? undefined : this.files.entry(this.numbers.get(found, 0)).path;
  }
}

/** Returns what a message shows of one of its files. */
export function slackFile(value: Values, index: SlackFileIndex, where: string): SlackFile | undefined {
  const id = idOf(value.id);
  if (id === undefined) return undefined;
  const name = fileName(value, id);
  const path = index.path(id);
  const { mode } = value;
  if (path === undefined && (mode === 'tombstone' || mode === 'hidden_by_limit' || value.deleted === true)) {
    return { node: text(`[${name}]`), loss: 'file-deleted' };
  }
  const url = textOf(value.url_private_download) ?? textOf(value.url_private);
  if (path === undefined && (mode === 'external' || value.is_external === true)) {
    const address = textOf(value.external_url) ?? url;
    return address === undefined
      ? { node: text(`[${name}]`), loss: 'file-deleted' }
      : { node: { type: 'link', url: address, children: [text(name)] }, loss: 'file-elsewhere' };
  }
  const owner = idOf(value.user);
  const type = textOf(value.mimetype);
  const size = numberOf(value.size);
  const created = secondsOf(value.created) ?? secondsOf(value.timestamp);
  const isCanvas =
    mode === 'quip' || mode === 'canvas' || value.filetype === 'quip' || value.filetype === 'canvas';
  return {
    node: { type: 'reference', to: { ref: 'file', key: id, label: name } },
    record: {
      kind: 'file',
      key: id,
      name,
      where,
      ...(path === undefined ? {} : { path }),
      ...(path === undefined && url !== undefined && /^https:/.test(url) ? { url } : {}),
      ...(type === undefined ? {} : { type }),
      ...(size === undefined || size < 0 ? {} : { size }),
      ...(owner === undefined ? {} : { owner }),
      ...(created === undefined ? {} : { created }),
    },
    ...(isCanvas ? { loss: 'canvas-as-file' as const } : {}),
  };
}

function fileName(value: Values, id: string): string {
  const type = textOf(value.filetype);
  // Canvases all have the name Untitled, but a title of their own.
  const isCanvas = type === 'quip' || type === 'canvas';
  const names = isCanvas ? [value.title, value.name] : [value.name, value.title];
  const name = names.map(textOf).find((each) => each !== undefined);
  if (name === undefined) return id;
  // Canvases are named without an ending.
  return isCanvas ? (/\.\w{1,5}$/.test(name) ? name : `${name}.html`) : name;
}
