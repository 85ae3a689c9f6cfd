import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { readEpoch } from './epoch.ts';
import { orUnavailable } from './no-answer.ts';
import { findStream, logNames } from './streams.ts';

/** Size of the log in bytes, and the limit above which the oldest entries are removed. */
export type LogSize = { bytes: number; limit: number };

/** Returns the size of the log; undefined when there is no log yet. @throws UNAVAILABLE when NATS does not answer */
export async function readLogSize(nats: NatsConnection, prefix: string): Promise<LogSize | undefined> {
  const jsm = await jetstreamManager(nats, { checkAPI: false });
  const record = await orUnavailable(readEpoch(jsm, prefix));
  if (!record) return undefined;
  const stream = await orUnavailable(findStream(jsm, logNames(prefix).stream(record.epoch)));
  return stream && { bytes: stream.state.bytes, limit: stream.config.max_bytes };
}
