import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { endOf, type FollowOptions, findStream, readEpoch } from '@parley/event-log';

/** Memory of an event beside its bytes in the stream, as the window counts it, in bytes. */
const overheadBytes = 600;
/** Most entries that a starting replica reads. */
const maxEntries = 500_000;

/** Chooses where to begin, so that the window is about full at the head, and every entry that is read stays in it. */
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
