import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { LogEntry } from '@parley/proto/events/v1/log';
import { isWrongSequence } from './records.ts';

/** The outcome of a publish. */
export type PublishOutcome =
  | { kind: 'stored'; sequence: number }
  /**
   * The last sequence of the stream is not the expected one: another writer published, or this entry was stored before.
   */
  | { kind: 'rejected' };

/** The newest entry of a stream, read from its leader. */
export type LastEntry = { sequence: number; entry: LogEntry };

/** Writes entries to one stream. The caller makes one publish at a time. */
export type Publisher = {
  /**
   * Stores the entry when it directly follows `lastSequence`.
   * @throws when the outcome is unknown (no answer, no leader). Publish the same entry again then, with the same
   *   `lastSequence`. When that returns `rejected`, the first attempt may have been stored: compare with `last()`
   */
  publish(entry: LogEntry, lastSequence: number): Promise<PublishOutcome>;
  /** Returns the newest entry; undefined when the stream is empty. @throws StreamNotFoundError */
  last(): Promise<LastEntry | undefined>;
  /**
   * Returns the last sequence of the stream, also when its entry has expired.
   * @throws when the stream does not exist
   */
  lastSequence(): Promise<number>;
  /** Returns the entry at a sequence. @throws when there is none. */
  at(sequence: number): Promise<LastEntry>;
};

export type PublisherOptions = { nats: NatsConnection; stream: string; subject: string; timeoutMs?: number };

/** Creates the writer of a stream. Each publish names the sequence that the entry must follow. */
export async function createPublisher(options: PublisherOptions): Promise<Publisher> {
  const { nats, stream, subject, timeoutMs = 2000 } = options;
  const js: JetStreamClient = jetstream(nats, { timeout: timeoutMs });
  const jsm: JetStreamManager = await jetstreamManager(nats, { checkAPI: false, timeout: timeoutMs });
  const read = async (query: { seq: number } | { last_by_subj: string }): Promise<LastEntry | undefined> => {
    const message = await jsm.streams.getMessage(stream, query);
    return message ? { sequence: message.seq, entry: LogEntry.decode(message.data) } : undefined;
  };
  return {
    async publish(entry, lastSequence) {
      try {
        const ack = await js.publish(subject, LogEntry.encode(entry).finish(), {
          expect: { streamName: stream, lastSequence },
          timeout: timeoutMs,
        });
        return { kind: 'stored', sequence: ack.seq };
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
