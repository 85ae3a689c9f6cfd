import type { ChainedRecord } from './chain.ts';

/** Priorities of RFC 5424: facility 13 (log audit) with the severity 6 (informational) or 2 (critical). */
const informational = 13 * 8 + 6;
const critical = 13 * 8 + 2;
/** 32473 is the enterprise number that RFC 5612 reserves for documentation. Parley has no registered number. */
const structuredDataId = 'parley@32473';

/** Replaces the characters that RFC 5424 forbids in header fields: all except printable ASCII without spaces. */
const field = (text: string, maxLength: number): string =>
  text.replaceAll(/[^!-~]/g, '_').slice(0, maxLength) || '-';

type Message = {
  priority: number;
  time: string;
  host: string;
  name: string;
  data: Readonly<Record<string, string | number>>;
  content: object;
};

/** Returns a message with its length in front (octet counting, RFC 6587), which TCP and TLS require. */
function frame({ priority, time, host, name, data, content }: Message): Buffer {
  const parameters = Object.entries(data).map(([key, value]) => ` ${key}="${value}"`);
  const header = [`<${priority}>1`, time, field(host, 255), 'parley', '-', field(name, 32)].join(' ');
  // In RFC 5424, the byte order mark declares that the text is UTF-8.
  const text = `${header} [${structuredDataId}${parameters.join('')}] \uFEFF${JSON.stringify(content)}`;
  const message = Buffer.from(text);
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

/** Position and hash are structured data (RFC 5424), so a receiver can notice gaps without parsing the text. */
export const syslogFrame = (record: ChainedRecord, host: string): Buffer =>
  frame({
    priority: informational,
    time: record.time,
    host,
    name: record.action,
    data: { position: record.position, hash: record.hash },
    content: record,
  });

export type GapFrame = { gap: { from: number; to: number; reason: string } };

/** Returns the syslog message that reports missing or changed entries. */
export const gapFrame = (record: GapFrame, host: string): Buffer =>
  frame({
    priority: critical,
    time: new Date().toISOString(),
    host,
    name: 'audit.gap',
    data: { from: record.gap.from, to: record.gap.to },
    content: record,
  });
