import type { ChainedRecord } from './chain.ts';

/** Facility 13 (log audit), severity 6 (informational) and 2 (critical). */
const informational = 13 * 8 + 6;
const critical = 13 * 8 + 2;
/** The number that RFC 5612 reserves for documentation, because Parley has none of its own. */
const structuredDataId = 'parley@32473';

/** Replaces what a header field of RFC 5424 may not contain: everything but printable ASCII without spaces. */
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

/** Returns a message with its length in front (RFC 6587, octet counting), as TCP and TLS need it. */
function frame({ priority, time, host, name, data, content }: Message): Buffer {
  const parameters = Object.entries(data).map(([key, value]) => ` ${key}="${value}"`);
  const header = [`<${priority}>1`, time, field(host, 255), 'parley', '-', field(name, 32)].join(' ');
  // The byte order mark says that the text is UTF-8.
  const text = `${header} [${structuredDataId}${parameters.join('')}] \uFEFF${JSON.stringify(content)}`;
  const message = Buffer.from(text);
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

/**
 * Returns an entry as a message of RFC 5424. Position and hash are structured data, by which a receiver sees gaps
 * without reading the text.
 */
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

/** Returns the message that entries are missing. */
export const gapFrame = (record: GapFrame, host: string): Buffer =>
  frame({
    priority: critical,
    time: new Date().toISOString(),
    host,
    name: 'audit.gap',
    data: { from: record.gap.from, to: record.gap.to },
    content: record,
  });
