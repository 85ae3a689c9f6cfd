/** Delivery reports of mail servers (RFC 3464). No I/O. */
import type { IncomingFile } from './incoming-mail.ts';

/** A report that a mail was not delivered. */
export type DeliveryFailure = {
  /** Enhanced status code (RFC 3463), for instance `5.1.1`. */
  status: string;
  /** What the last mail server said, on one line. */
  diagnostic: string;
  /** Whether the address does not exist or is disabled, so that no mail to it can arrive. */
  isAddressDead: boolean;
};

const reportTypes: ReadonlySet<string> = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
]);

/** Maximum length of a report, in bytes: it has a few lines for each recipient. */
const maxReport = 65_536;
const maxDiagnostic = 300;

/**
 * Statuses that say that an address will not take mail: bad addresses and domains (5.1.1, 5.1.2, 5.1.3, 5.1.6, 5.1.10)
 * and disabled mailboxes (5.2.1). Full mailboxes, refused contents and policies concern one mail or some time.
 */
const deadStatus = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/;

/**
 * Returns the failure that a mail reports; undefined for other mails, and for reports that a mail was delayed or
 * delivered.
 */
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

/** Returns the fields of each block of a report, by name in lower case. The first block is about the whole mail. */
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
