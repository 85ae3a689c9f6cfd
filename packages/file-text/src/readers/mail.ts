import PostalMime, { type Address } from 'postal-mime';
import type { TextSink } from '../text-sink.ts';
import { readHtml } from './html.ts';

const show = (address: Address): string =>
  address.group ? address.group.map(show).join(' ') : `${address.name} ${address.address ?? ''}`;

export async function readMail(bytes: Uint8Array, sink: TextSink): Promise<void> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 50, maxHeadersSize: 1_000_000 });
  const people = [mail.from, ...(mail.to ?? []), ...(mail.cc ?? [])].filter(
    (address) => address !== undefined,
  );
  for (const line of [mail.subject ?? '', ...people.map(show)]) {
    sink.add(line);
    sink.newLine();
  }
  if (mail.text !== undefined && mail.text.trim() !== '') sink.add(mail.text);
  else if (mail.html !== undefined) readHtml(mail.html, sink);
  for (const { filename } of mail.attachments) {
    sink.newLine();
    sink.add(filename ?? '');
  }
}
