import type { AuditStream } from '../context.ts';
import type { ChainedRecord } from '../domain/chain.ts';
import { createHttpsSink } from './https-sink.ts';
import { createSyslogSink } from './syslog-sink.ts';

/** Marks entries that are missing between two entries of the stream. */
export type GapRecord = { gap: { from: number; to: number; reason: string } };
export type StreamedRecord = ChainedRecord | GapRecord;

/** Milliseconds for one delivery. */
export const deliveryMs = 10_000;

export type Sink = {
  /** Delivers records in order. Resolves when the receiver has all of them; some may be there after a failure. */
  deliver(records: readonly StreamedRecord[], signal: AbortSignal): Promise<void>;
};

/** Creates the sink for a receiver. @param host names the sender of syslog messages */
export const createSink = (stream: AuditStream, host: string): Sink =>
  stream.url.startsWith('syslog+') ? createSyslogSink(stream, host) : createHttpsSink(stream);
