import type { ChainedRecord } from '../domain/chain.ts';

/** A record in the stream that reports that entries before the next one are missing, or that the next one was changed. */
export type GapRecord = { gap: { from: number; to: number; reason: string } };
export type StreamedRecord = ChainedRecord | GapRecord;

/** Time limit of one delivery, in milliseconds. */
export const deliveryMs = 10_000;

export type Sink = {
  /** In order. Resolves when the receiver has all of them. After a failure it may have some. */
  deliver(records: readonly StreamedRecord[], signal: AbortSignal): Promise<void>;
};
