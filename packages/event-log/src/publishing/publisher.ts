import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { encodeMessage } from '@parley/proto/encoding';
import { LogEntry } from '@parley/proto/events/v1/log';
import { ackedPublisherOf } from '../nats/acked-publisher.ts';
import { isWrongSequence } from '../nats/records.ts';

/** Result of a publish. */
export type PublishOutcome =
  | { kind: 'stored'; sequence: number }
  /** The stream does not end at the expected sequence: another writer has published, or this entry was already stored. */
  | { kind: 'rejected' };

/** An entry and its sequence, read from the stream's leader. */
export type LastEntry = { sequence: number; entry: LogEntry };

/** Writes entries, each with some events, to one stream. The caller must wait for each publish before the next one. */
export type Publisher = {
  /**
   * Stores an entry if the last entry of the stream has the sequence `lastSequence`.
   * @throws when there is no answer, so that the outcome is unknown. The caller then publishes the same entry again, with the
   * same `lastSequence`. If that returns `rejected`, the first attempt may have been stored, which a comparison with `last()`
   * shows
   */
  publish(entry: LogEntry, lastSequence: number): Promise<PublishOutcome>;
  /** Returns the newest entry; undefined when the stream is empty. @throws when the stream does not exist */
  last(): Promise<LastEntry | undefined>;
  /**
   * Returns the last sequence of the stream, even if its entry was removed.
   * @throws when the stream does not exist
   */
  lastSequence(): Promise<number>;
  /** Returns the entry with a sequence. @throws when there is none */
  at(sequence: number): Promise<LastEntry>;
};

export type PublisherOptions = { nats: NatsConnection; stream: string; subject: string; timeoutMs?: number };

export async function createPublisher(options: PublisherOptions): Promise<Publisher> {
  const { nats, stream, subject, timeoutMs = 2000 } = options;
  const acked = ackedPublisherOf(nats);
  const jsm: JetStreamManager = await jetstreamManager(nats, { checkAPI: false, timeout: timeoutMs });
  const read = async (query: { seq: number } | { last_by_subj: string }): Promise<LastEntry | undefined> => {
    const message = await jsm.streams.getMessage(stream, query);
    return message ? { sequence: message.seq, entry: LogEntry.decode(message.data) } : undefined;
  };
  return {
    async publish(entry, lastSequence) {
      try {
        const sequence = await acked.publish(subject, encodeMessage(LogEntry, entry), {
          expected: { stream, lastSequence },
          timeoutMs,
        });
        return { kind: 'stored', sequence };
      } catch (error) {
        if (isWrongSequence(error)) return { kind: 'rejected' };
        throw error;
      }
    },
    last: () => read({ last_by_subj: subject }),
    lastSequence: async () => (await jsm.streams.info(stream)).state.last_seq,
    async at(sequence) {
      const found = await read({ seq: sequence });
      if (!found) throw new RangeError(`no entry ${sequence} in ${stream}`);
      return found;
    },
  };
}
