import { errors, errorText } from '@parley/core';
import { sql } from '@parley/db';
import type { Operator } from './types.ts';

/** Kinds of files, each with the endings of its names. Any other operand is an ending itself. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg', 'bmp', 'tif', 'tiff', 'heic', 'avif', 'ico'],
  video: ['mp4', 'webm', 'mov', 'mkv', 'avi', 'm4v', 'ogv'],
  audio: ['mp3', 'ogg', 'oga', 'wav', 'm4a', 'flac', 'aac', 'opus'],
  document: ['pdf', 'doc', 'docx', 'odt', 'rtf', 'txt', 'md', 'pages', 'tex'],
  spreadsheet: ['xls', 'xlsx', 'ods', 'csv', 'tsv', 'numbers'],
  presentation: ['ppt', 'pptx', 'odp', 'key'],
  archive: ['zip', 'tar', 'gz', 'tgz', 'bz2', 'xz', '7z', 'rar', 'zst'],
};

/** `filetype:pdf`, `filetype:image`: selects messages that link an uploaded file with such a name. */
export const filetype: Operator<readonly string[]> = {
  names: ['filetype'],
  parse(operand) {
    const word = typeof operand === 'string' ? operand.trim().toLowerCase().replace(/^\./, '') : '';
    const kind = Object.hasOwn(kinds, word) ? word : word.replace(/s$/, '');
    const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (known) return known;
    if (/^[a-z0-9]{1,10}$/.test(word)) return [word];
    throw errors.badNarrow(
      errorText("unknown 'filetype' operand {operand}", { operand: JSON.stringify(operand) }),
    );
  },
  compile: (endings) => ({
    condition: sql`m.has_attachment and m.content ~ ${`/user_uploads/[^ \t\r\n)"'<>]*[.](${endings.map(anyCase).join('|')})([^A-Za-z0-9]|$)`}`,
  }),
};

/** Returns a regular expression of letters in either case. PostgreSQL's own comparison depends on the locale. */
const anyCase = (ending: string): string =>
  ending.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
