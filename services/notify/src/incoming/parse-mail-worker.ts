/** A malicious mail can exhaust the time and memory of this thread only. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import mime from 'mime';
import PostalMime, { type Attachment, addressParser, type Email } from 'postal-mime';
import type { IncomingFile, IncomingMail } from '../domain/incoming-mail.ts';
import { parseLimits } from './parse-limits.ts';

/** Types of attachments that are left out: signatures, which mail programs do not show. */
const technical = /^application\/(?:pgp-signature|pkcs7-signature|x-pkcs7-signature)$/;

/** Answer of the thread: the parsed mail, or the reason for which it cannot be parsed. */
export type ParseAnswer = { mail: IncomingMail } | { problem: string };

/** A part with text, as the library reads it. Its decoded content is absent in a part without content. */
type TextPart = {
  content: ArrayBuffer | undefined;
  contentType: { parsed: { params: Record<string, string> } };
};

/** Method that the library calls before it decodes the text of a part. */
type TextHook = { isInlineTextNode(part: TextPart): boolean };

const raw = workerData as Uint8Array<ArrayBuffer>;
const parser = new PostalMime({
  attachmentEncoding: 'arraybuffer',
  maxNestingDepth: parseLimits.depth,
  maxHeadersSize: parseLimits.headerBytes,
  forceRfc822Attachments: true,
}) as TextHook & PostalMime;
const isInlineText = parser.isInlineTextNode.bind(parser);
parser.isInlineTextNode = (part) => {
  const isText = isInlineText(part);
  if (isText) setCharset(part);
  return isText;
};
const parsed = await parser.parse(withReadableHeaders(raw)).catch((error: Error) => error.message);
if (typeof parsed === 'string') answer({ problem: parsed });
else {
  const mail = read(parsed);
  answer(
    { mail },
    mail.attachments.map(({ content }) => content.buffer as ArrayBuffer),
  );
}

function answer(message: ParseAnswer, handedOver: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, handedOver);
}

function read(email: Email): IncomingMail {
  const files = email.attachments.filter(({ mimeType }) => !technical.test(mimeType));
  const taken = files.slice(0, parseLimits.attachments);
  const from = email.from?.group ? email.from.group[0] : email.from;
  return {
    messageId: email.messageId?.trim().slice(0, 1_000) || createHash('sha256').update(raw).digest('hex'),
    from: { name: (from?.name ?? '').slice(0, parseLimits.nameLength), address: from?.address ?? '' },
    authors: authorsOf(email),
    subject: (email.subject ?? '').slice(0, parseLimits.subjectLength),
    text: readable(email.text),
    html: readable(email.html),
    headers: email.headers.slice(0, parseLimits.headers).map(({ key, value }) => ({
      key,
      value: value.slice(0, parseLimits.headerLength),
    })),
    attachments: taken.map(fileOf),
    droppedAttachments: files.length - taken.length,
  };
}

function authorsOf({ headers }: Email): number {
  const fields = headers.filter(({ key }) => key === 'from');
  const texts = fields.map(({ value }) => value.slice(0, parseLimits.headerLength));
  return texts.flatMap((text) => addressParser(text, { flatten: true })).length;
}

/** UTF-8 where the bytes fit, otherwise windows-1252, for parts that name none or wrongly ASCII. */
function setCharset({ content, contentType }: TextPart): void {
  const { params } = contentType.parsed;
  if (content && /^(?:us-ascii|ascii)?$/i.test(params.charset?.trim() ?? '')) {
    params.charset = isUtf8(new Uint8Array(content)) ? 'utf-8' : 'windows-1252';
  }
}

/** Returns a mail in whose header lines bytes that are not UTF-8 are read as windows-1252. */
function withReadableHeaders(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const end = /\r?\n\r?\n/.exec(
    Buffer.from(bytes.buffer, 0, Math.min(bytes.length, parseLimits.headerBytes)).toString('latin1'),
  );
  const head = bytes.subarray(0, end?.index ?? 0);
  if (isUtf8(head)) return bytes;
  const lines = Buffer.from(head)
    .toString('latin1')
    .split('\n')
    .map((line) => Buffer.from(line, 'latin1'));
  const readable = lines.map((line) =>
    isUtf8(line) ? line.toString() : new TextDecoder('windows-1252').decode(line),
  );
  return Uint8Array.from(Buffer.concat([Buffer.from(readable.join('\n')), bytes.subarray(head.length)]));
}

/** Returns a text without NUL characters and unpaired surrogates, which no message may contain, cut to the limit. */
function readable(text = ''): string {
  return text.slice(0, parseLimits.textLength).replaceAll('\0', '').toWellFormed();
}

function fileOf({ filename, mimeType, content }: Attachment): IncomingFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  const ending = mimeType === 'application/ics' ? 'ics' : (mime.getExtension(mimeType) ?? 'bin');
  const given = filename?.slice(-parseLimits.fileNameLength) || 'attachment';
  // Programs choose how to open a file by the ending of its name.
  const name = /\.[^.\s]+$/.test(given) ? given : `${given}.${ending}`;
  // Copies the content into its own buffer, so that it can be transferred without the other files.
  return { name, type: mimeType, content: Uint8Array.from(bytes) };
}
