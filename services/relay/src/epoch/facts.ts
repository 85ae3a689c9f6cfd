import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { createPublisher, findStream, logNames, type Publisher } from '@parley/event-log';
import type { LogEntry } from '@parley/proto/events/v1/log';
import type { Checkpoint } from '../checkpoint.ts';
import { type Facts, MAX_LEAD } from './decide.ts';

/**
 * Reads the state of the checkpoint's stream: its first and last sequence, the entry at the checkpoint, and the later
 * entries (none when there are more than `MAX_LEAD`). Returns undefined when the stream does not exist.
 */
export async function readStreamFacts(
  nats: NatsConnection,
  jsm: JetStreamManager,
  prefix: string,
  checkpoint: Checkpoint,
): Promise<Facts['stream']> {
  const info = await findStream(jsm, checkpoint.stream);
  if (!info) return undefined;
  const { first_seq: firstSequence, last_seq: lastSequence } = info.state;
  const publisher = await createPublisher({
    nats,
    stream: checkpoint.stream,
    subject: logNames(prefix).subject(checkpoint.epoch),
  });
  const isKept = checkpoint.sequence >= Math.max(1, firstSequence) && checkpoint.sequence <= lastSequence;
  const atCheckpoint = isKept ? (await publisher.at(checkpoint.sequence)).entry : undefined;
  const lead: LogEntry[] = [];
  if (lastSequence > checkpoint.sequence && lastSequence - checkpoint.sequence <= MAX_LEAD) {
    lead.push(...(await readEntries(publisher, checkpoint.sequence + 1, lastSequence)));
  }
  return { firstSequence, lastSequence, atCheckpoint, lead };
}

async function readEntries(publisher: Publisher, from: number, to: number): Promise<LogEntry[]> {
  const sequences = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return (await Promise.all(sequences.map((sequence) => publisher.at(sequence)))).map(({ entry }) => entry);
}
