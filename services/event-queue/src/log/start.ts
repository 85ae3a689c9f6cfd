import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { endOf, type FollowOptions, findStream, readEpoch } from '@parley/event-log';

/** Memory in bytes for an event in the window, in addition to the event's size in the stream. */
const overheadBytes = 600;
/** Maximum number of log entries that a starting replica reads. */
const maxEntries = 500_000;

/** The entries from there to the end approximately fill the window in memory. */
export async function chooseStart(
  nats: NatsConnection,
  prefix: string,
  windowBytes: number,
): Promise<FollowOptions['from']> {
  const jsm = await jetstreamManager(nats, { checkAPI: false });
  const current = await readEpoch(jsm, prefix);
  const info = current && (await findStream(jsm, current.stream));
  if (!info) return 'start';
  const { messages, bytes, first_seq: first, last_seq: last } = info.state;
  const perEntry = messages === 0 ? 1 : bytes / messages + overheadBytes;
  const entries = Math.min(maxEntries, Math.ceil(windowBytes / perEntry));
  return { epoch: current.epoch, eventId: endOf(Math.max(0, first - 1, last - entries)) };
}
