import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { createPublisher, findStream, logNames, type Publisher } from '@parley/event-log';
import type { LogEntry } from '@parley/proto/events/v1/log';
import type { Checkpoint } from '../checkpoint.ts';
import type { Facts } from './decide.ts';

/**
 * Reads the state of the checkpoint's stream: its first and last sequence numbers, the entry at the checkpoint, and the entries
 * after it without their encoded events. Reads no later entries when there are more than `maxLead`. Returns undefined when the
 * stream does not exist.
 */
export async function readStreamFacts(
  { nats, jsm, prefix }: { nats: NatsConnection; jsm: JetStreamManager; prefix: string },
  checkpoint: Checkpoint,
  maxLead: number,
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
  if (lastSequence > checkpoint.sequence && lastSequence - checkpoint.sequence <= maxLead) {
    lead.push(...(await readEntries(publisher, checkpoint.sequence + 1, lastSequence)));
  }
  return { firstSequence, lastSequence, atCheckpoint, lead };
}

/** Number of entries that are read concurrently. The number is limited because an entry may have 1 MiB. */
const READ_TOGETHER = 64;

async function readEntries(publisher: Publisher, from: number, to: number): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for (let first = from; first <= to; first += READ_TOGETHER) {
    const count = Math.min(READ_TOGETHER, to - first + 1);
    const read = await Promise.all(Array.from({ length: count }, (_, at) => publisher.at(first + at)));
    entries.push(...read.map(({ entry }) => withoutEvents(entry)));
  }
  return entries;
}

const noBytes = new Uint8Array(0);

const withoutEvents = (entry: LogEntry): LogEntry => ({
  ...entry,
  outlines: [],
  events: entry.events.map((event) => ({ ...event, event: noBytes })),
});
