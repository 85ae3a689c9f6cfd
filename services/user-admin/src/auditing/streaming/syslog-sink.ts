import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { AuditStream } from '../context.ts';
import { type GapFrame, gapFrame, syslogFrame } from '../domain/syslog.ts';
import type { Sink, StreamedRecord } from './sink.ts';

/**
 * Creates a sink that sends syslog messages (RFC 5424) over TCP or TLS. Syslog has no acknowledgements, so each delivery uses
 * its own connection. The sink closes its direction of the connection after the last message. The delivery succeeds when the
 * receiver, which has then read all messages, closes the other direction without an error.
 */
export function createSyslogSink({ url, ca }: AuditStream, host: string): Sink {
  const { hostname, port, protocol } = new URL(url);
  const isTls = protocol === 'syslog+tls:';
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isTls ? 6514 : 601)) };
  const connect = (): Socket =>
    isTls
      ? connectTls({ ...address, servername: address.host, ...(ca !== undefined && { ca }) })
      : connectTcp(address);
  return {
    deliver: (records, signal) =>
      new Promise((resolve, reject) => {
        const socket = connect();
        const abort = () => socket.destroy(new Error('the receiver of the audit log did not answer in time'));
        signal.addEventListener('abort', abort, { once: true });
        let isConfirmed = false;
        socket.on('error', reject);
        socket.on('end', () => {
          isConfirmed = true;
        });
        socket.on('close', () => {
          signal.removeEventListener('abort', abort);
          if (isConfirmed) resolve();
          else reject(new Error('the receiver of the audit log closed the connection early'));
        });
        socket.resume();
        socket.once(isTls ? 'secureConnect' : 'connect', () => {
          socket.end(Buffer.concat(records.map((record) => frameOf(record, host))));
        });
      }),
  };
}

const frameOf = (record: StreamedRecord, host: string): Buffer =>
  'gap' in record ? gapFrame(record satisfies GapFrame, host) : syslogFrame(record, host);
