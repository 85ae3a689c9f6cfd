import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { readEpoch } from './epoch.ts';
import { orUnavailable } from './no-answer.ts';
import { findStream, logNames } from './streams.ts';

/** Size of the log and the limit beyond which its oldest entries are removed, in bytes. */
export type LogSize = { bytes: number; limit: number };

/** Returns the size of the log; undefined when there is none yet. */
export async function readLogSize(nats: NatsConnection, prefix: string): Promise<LogSize | undefined> {
  const jsm = await jetstreamManager(nats, { checkAPI: false });
  const record = await orUnavailable(readEpoch(jsm, prefix));
  if (!record) return undefined;
  const stream = await orUnavailable(findStream(jsm, logNames(prefix).stream(record.epoch)));
  return stream && { bytes: stream.state.bytes, limit: stream.config.max_bytes };
}
