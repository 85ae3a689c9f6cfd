import { partBefore } from '@parley/core';
import type { ArchiveRecord, FileRecord } from './records.ts';

/** A file of an archive that is written for another product: its bytes, or the contents of a file of the organization. */
export type OutputFile =
  | { readonly path: string; readonly bytes: Iterable<Uint8Array>; readonly size: number }
  | { readonly path: string; readonly file: FileRecord };

/** What a writer has to know besides the records. */
export type WriterFacts = {
  /** The host of the server, for addresses of people who have none. */
  readonly host: string;
  /** Returns the code of an emoji of Unicode (`1f44d`); undefined for other names. */
  readonly emojiCode: (name: string) => string | undefined;
};

/** Writes records as the archive of another product. Records come in the order of the form. */
export interface ProductWriter {
  add(record: ArchiveRecord): Iterable<OutputFile>;
  finish(): Iterable<OutputFile>;
  /** Removes what the writer has kept on disk. */
  close(): void;
}

/** Returns a file whose content is in memory. */
export function outputOf(path: string, text: string): OutputFile {
  const bytes = Buffer.from(text);
  return { path, bytes: [bytes], size: bytes.length };
}

const mailAddress =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/**
 * Returns the address of a person as all importers accept it. Who has none, or an unusual one, gets one that cannot receive mail: an importer that
 * finds a wrong address stops.
 */
export function addressFor(email: string | undefined, name: string, { host }: WriterFacts): string {
  if (email !== undefined && email.length <= 128 && mailAddress.test(email)) return email.toLowerCase();
  const address = `${name}@${partBefore(host, ':')}`;
  return mailAddress.test(address) ? address : `${name}@parley.invalid`;
}

/** Returns at most so many characters of a text. */
export const firstCharacters = (text: string, count: number): string =>
  text.length <= count ? text : [...text].slice(0, count).join('');

/** Returns a name for a path: letters, digits, dots and dashes of ASCII, with the ending of the given one. */
export function pathPart(name: string, length = 40): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '');
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(plain)?.[0] ?? '';
  return `${plain.slice(0, plain.length - ending.length).slice(0, length)}${ending}` || 'file';
}
