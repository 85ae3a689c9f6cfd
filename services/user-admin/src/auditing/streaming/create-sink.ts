import type { AuditStream } from '../context.ts';
import { createHttpsSink } from './https-sink.ts';
import type { Sink } from './sink.ts';
import { createSyslogSink } from './syslog-sink.ts';

/** Creates the sink for a receiver. @param host host name of this server, as the sender in syslog messages */
export const createSink = (stream: AuditStream, host: string): Sink =>
  stream.url.startsWith('syslog+') ? createSyslogSink(stream, host) : createHttpsSink(stream);
