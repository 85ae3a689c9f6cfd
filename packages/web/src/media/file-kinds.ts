/** What a file is, by the end of its name. This module knows no DOM. */

export type FileKind =
  | 'picture'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'document'
  | 'table'
  | 'slides'
  | 'archive'
  | 'code'
  | 'text'
  | 'other';

const endings: readonly (readonly [FileKind, string])[] = [
  ['picture', 'png jpg jpeg gif webp avif bmp heic heif svg tif tiff'],
  ['video', 'mp4 m4v webm ogv mov mkv avi'],
  ['audio', 'mp3 m4a ogg oga opus wav flac aac weba'],
  ['pdf', 'pdf'],
  ['document', 'doc docx odt rtf pages epub'],
  ['table', 'xls xlsx ods csv tsv numbers'],
  ['slides', 'ppt pptx odp key'],
  ['archive', 'zip gz tgz tar xz bz2 7z rar zst'],
  [
    'code',
    'js ts jsx tsx mjs cjs json py rb rs go java kt c h cc cpp hpp cs php sh bash zsh sql html css scss xml yml yaml toml ini conf diff patch swift lua r pl vue svelte tf proto',
  ],
  ['text', 'txt md markdown log rst adoc eml ics vcf'],
];

const kinds: ReadonlyMap<string, FileKind> = new Map(
  endings.flatMap(([kind, names]) => names.split(' ').map((ending) => [ending, kind] as const)),
);

/** Returns the end of a file's name after the last dot, in small letters; empty without one. */
export const endingOf = (name: string): string => /[^.]\.([\w-]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? '';

export const fileKindOf = (name: string): FileKind => kinds.get(endingOf(name)) ?? 'other';

/** Returns the type of a file for people, such as `PDF`. */
export const fileTypeOf = (name: string): string => endingOf(name).toUpperCase();

/** Whether every browser shows a file as a picture. */
export const isPicture = (name: string): boolean => /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i.test(name);

/** Whether the beginning of a file can be read as text. */
export const isReadable = (name: string): boolean => {
  const kind = fileKindOf(name);
  return kind === 'text' || kind === 'code' || /\.[ct]sv$/i.test(name);
};

/** Whether a text is the name of a file, perhaps as it was before the server replaced spaces and other signs in it. */
export const isNameOf = (text: string, name: string): boolean => {
  const letters = (each: string) => each.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return text === name || (letters(text) !== '' && letters(text) === letters(name));
};
