import { analyzeText, tsvectorOf } from '@parley/search-text';
import { decode, isText } from './readers/decode.ts';
import { readHtmlBytes } from './readers/html.ts';
import { FullError, TextSink } from './text-sink.ts';
import { type FileText, type FileTextLimits, type FileTextStatus, Unreadable } from './types.ts';

/** What the uploader says about a file. Its bytes decide where they can. */
export interface FileDescription {
  readonly name: string;
  readonly type: string;
}

const withoutText = (status: FileTextStatus): FileText => ({ status, text: '', isCut: false, words: '' });

const withWords = (text: string, isCut: boolean, name: string): FileText => ({
  status: 'text',
  text,
  isCut,
  words: tsvectorOf(analyzeText(`${name}\n${text}`)),
});

/**
 * Reads a file in this process. Readers of untrusted files need a process of their own, so only `read-file-worker.ts` may call it, and
 * others for short plain texts, which are only decoded.
 */
export async function readFile(
  bytes: Buffer,
  file: FileDescription,
  limits: FileTextLimits,
): Promise<FileText> {
  const sink = new TextSink(limits.maxText);
  try {
    await read(bytes, file, limits, sink);
    return withWords(sink.result(), false, file.name);
  } catch (error) {
    if (error instanceof FullError) return withWords(sink.result(), true, file.name);
    return withoutText(error instanceof Unreadable ? error.status : 'broken');
  }
}

async function read(
  bytes: Buffer,
  { name, type }: FileDescription,
  limits: FileTextLimits,
  sink: TextSink,
): Promise<void> {
  if (isPlainText(bytes, { name, type })) return sink.add(decode(bytes));
  const extension = extensionOf(name);
  if (bytes.subarray(0, 1_024).includes('%PDF-')) {
    const { readPdf } = await import('./readers/pdf.ts');
    return readPdf(bytes, sink);
  }
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1')))
    return readArchive(bytes, limits, sink);
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) {
    // A document of Office with a password is a compound file with this stream. Other compound files are of Office before 2007.
    const stream = Buffer.from('EncryptedPackage', 'utf16le');
    throw new Unreadable(bytes.includes(stream) ? 'encrypted' : 'unsupported');
  }
  if (isDocument(extension, type) && bytes.length > 0) throw new Unreadable('broken');
  if (bytes.subarray(0, 5).toString('latin1') === '{\\rtf') throw new Unreadable('unsupported');
  if (!isText(bytes)) throw new Unreadable('unsupported');
  if (isMail(extension, type)) {
    const { readMail } = await import('./readers/mail.ts');
    return readMail(bytes, sink);
  }
  return readHtmlBytes(bytes, sink);
}

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();
const isMail = (extension: string, type: string): boolean => extension === 'eml' || type === 'message/rfc822';
const isHtml = (extension: string, type: string): boolean =>
  /^x?html?$/.test(extension) || type === 'text/html' || type === 'application/xhtml+xml';

/** First bytes of archives, compound files and RTF. */
const documentMarks = ['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0', '{\\rtf'];

/** Returns whether a file is a text that has no form to be read: neither a document, nor mail, nor HTML. */
export function isPlainText(bytes: Buffer, { name, type }: FileDescription): boolean {
  const extension = extensionOf(name);
  const head = bytes.subarray(0, 1_024).toString('latin1');
  if (head.includes('%PDF-') || documentMarks.some((mark) => head.startsWith(mark))) return false;
  if (isMail(extension, type) || isHtml(extension, type)) return false;
  return isText(bytes) && !(isDocument(extension, type) && bytes.length > 0);
}

/** Returns whether a file says that it is a document whose first bytes are known. */
const isDocument = (extension: string, type: string): boolean =>
  /^(?:pdf|docx|xlsx|pptx|odt|ods|odp)$/.test(extension) ||
  /^application\/(?:pdf|vnd\.openxmlformats-officedocument\..+|vnd\.oasis\.opendocument\..+)$/.test(type);

async function readArchive(bytes: Buffer, limits: FileTextLimits, sink: TextSink): Promise<void> {
  const [{ Zip }, office] = await Promise.all([import('./readers/zip.ts'), import('./readers/office.ts')]);
  const zip = await Zip.open(bytes, limits.maxExpandedBytes);
  if (zip.isEncrypted) throw new Unreadable('encrypted');
  const names = new Set(zip.names);
  if (names.has('word/document.xml')) return office.readDocx(zip, sink);
  if (names.has('xl/workbook.xml')) return office.readXlsx(zip, sink);
  if (names.has('ppt/presentation.xml')) return office.readPptx(zip, sink);
  if (names.has('content.xml') && names.has('META-INF/manifest.xml'))
    return office.readOpenDocument(zip, sink);
  throw new Unreadable(names.has('[Content_Types].xml') ? 'broken' : 'unsupported');
}
