import type { ChainedRecord } from '../domain/chain.ts';

/** Marks entries that are missing between two entries of the stream. */
export type GapRecord = { gap: { from: number; to: number; reason: string } };
export type StreamedRecord = ChainedRecord | GapRecord;

/** Milliseconds for one delivery. */
export const deliveryMs = 10_000;

export type Sink = {
  /** Delivers records in order. Resolves when the receiver has all of them; some may be there after a failure. */
  deliver(records: readonly StreamedRecord[], signal: AbortSignal): Promise<void>;
};
