import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { endOf, type FollowOptions, findStream, readEpoch } from '@parley/event-log';

/** Memory of an event in the window in addition to its bytes in the stream, in bytes. */
const overheadBytes = 600;
/** Maximum number of entries that a starting replica reads. */
const maxEntries = 500_000;

/**
 * Chooses the position in the log at which a starting replica begins to read. The entries from there to the end of the
 * log about fill the window in memory, so none of them is read in vain.
 */
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
