/**
 * Worker thread that parses one mail. A malicious mail can exhaust the time and memory of this thread only, not of the service.
 */
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import PostalMime, { type Attachment, addressParser, type Email } from 'postal-mime';
import type { IncomingFile, IncomingMail } from '../domain/incoming-mail.ts';
import { parseLimits } from './parse-limits.ts';

/** Types of attachments that are left out: signatures and other technical data that mail programs do not show. */
const technical = /^application\/(?:pgp-signature|pkcs7-signature|x-pkcs7-signature|ms-tnef)$/;

/** Answer of the thread: the parsed mail, or the reason for which it cannot be parsed. */
export type ParseAnswer = { mail: IncomingMail } | { problem: string };

const raw = workerData as Uint8Array<ArrayBuffer>;
const parsed = await PostalMime.parse(raw, {
  attachmentEncoding: 'arraybuffer',
  maxNestingDepth: parseLimits.depth,
  maxHeadersSize: parseLimits.headerBytes,
  forceRfc822Attachments: true,
}).catch((error: Error) => error.message);
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

/** Returns the number of addresses in all `From` header fields. */
function authorsOf({ headers }: Email): number {
  const fields = headers.filter(({ key }) => key === 'from');
  const texts = fields.map(({ value }) => value.slice(0, parseLimits.headerLength));
  return texts.flatMap((text) => addressParser(text, { flatten: true })).length;
}

/** Returns a text without NUL characters and unpaired surrogates, which no message may contain, cut to the limit. */
function readable(text = ''): string {
  return text.slice(0, parseLimits.textLength).replaceAll('\0', '').toWellFormed();
}

function fileOf({ filename, mimeType, content }: Attachment): IncomingFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  const name =
    filename?.slice(-parseLimits.fileNameLength) || `attachment.${mimeType.split('/')[1] ?? 'bin'}`;
  // Copies the content into its own buffer, so that it can be transferred without the other files.
  return { name, type: mimeType, content: Uint8Array.from(bytes) };
}
