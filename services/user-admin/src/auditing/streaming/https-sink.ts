import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { AuditStream } from '../context.ts';
import type { Sink } from './sink.ts';

/** JSON lines by HTTP POST. A status from 200 to 299 acknowledges all lines. Any other one is a failure. */
export function createHttpsSink({ url, token, ca }: AuditStream): Sink {
  const headers = {
    'content-type': 'application/x-ndjson',
    ...(token !== '' && { authorization: `Bearer ${token}` }),
  };
  return {
    deliver: (records, signal) =>
      new Promise((resolve, reject) => {
        const body = records.map((record) => `${JSON.stringify(record)}\n`).join('');
        const options = { method: 'POST', headers, signal, agent: false as const };
        const request = url.startsWith('https:')
          ? requestHttps(url, { ...options, ...(ca !== undefined && { ca }) })
          : requestHttp(url, options);
        request.on('error', reject);
        request.on('response', (response) => {
          response.resume();
          response.on('error', reject);
          response.on('end', () => {
            const status = response.statusCode ?? 0;
            if (status >= 200 && status < 300) resolve();
            else reject(new Error(`the receiver of the audit log answered with status ${status}`));
          });
        });
        request.end(body);
      }),
  };
}
