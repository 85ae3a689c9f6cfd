/** Parses delivery reports of mail servers (RFC 3464). No I/O. */
import type { IncomingFile } from './incoming-mail.ts';

export type DeliveryFailure = {
  /** Enhanced status code (RFC 3463), for instance `5.1.1`; empty when the report has none. */
  status: string;
  /** The error text of the mail server that refused the mail, on one line; empty when the report has none. */
  diagnostic: string;
  /** Whether the address does not exist or is disabled. Further mails to it would fail, too. */
  isAddressDead: boolean;
};

const reportTypes: ReadonlySet<string> = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
]);

/** Maximum size of a report that is read, in bytes. A real report is small: it has a few lines for each recipient. */
const maxReport = 65_536;
const maxDiagnostic = 300;

/**
 * Status codes for an address that cannot receive any mail: a bad address or domain (5.1.1, 5.1.2, 5.1.3, 5.1.6, 5.1.10), or a
 * disabled mailbox (5.2.1). Others, such as a full mailbox or refused content, concern one mail or are temporary.
 */
const deadStatus = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/;

/** Undefined for other mails, for reports of a delay or delivery, and above the maximum size. */
export function deliveryFailureOf(attachments: readonly IncomingFile[]): DeliveryFailure | undefined {
  const report = attachments.find(({ type }) => reportTypes.has(type.toLowerCase()));
  if (!report || report.content.length > maxReport) return undefined;
  for (const block of blocksOf(Buffer.from(report.content).toString())) {
    if (block.get('action')?.toLowerCase() !== 'failed') continue;
    const status = /^\d\.\d{1,3}\.\d{1,3}/.exec(block.get('status') ?? '')?.[0] ?? '';
    const diagnostic = (block.get('diagnostic-code') ?? '').slice(0, maxDiagnostic);
    return { status, diagnostic, isAddressDead: deadStatus.test(status) };
  }
  return undefined;
}

/** The first block describes the whole mail, and each of the others a recipient. */
function blocksOf(text: string): Map<string, string>[] {
  const unfolded = text.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ');
  return unfolded.split(/\n{2,}/).map(
    (block) =>
      new Map(
        block.split('\n').flatMap((line) => {
          const at = line.indexOf(':');
          return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const] : [];
        }),
      ),
  );
}
