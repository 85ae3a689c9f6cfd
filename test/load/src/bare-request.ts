import { firstNumber, startChild } from './child.ts';
import { sampleContent } from './http-sender.ts';
import { cpuSeconds } from './processes.ts';
import { RawClient } from './raw-client.ts';

const connections = 32;
const warmUp = 20_000;
const requests = 20_000;

const body = new URLSearchParams({
  type: 'channel',
  to: '1',
  topic: 'load',
  content: sampleContent,
}).toString();
const request = Buffer.from(
  `POST /api/v1/messages HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic ${'x'.repeat(64)}\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
);

/**
 * Measures the CPU seconds that a plain `node:http` server needs for a request with a message's form, over 32 connections.
 * Dividing by this unit makes costs on different machines comparable.
 */
export async function bareRequestCost(): Promise<number> {
  const child = startChild('bare-request-server');
  try {
    const port = await firstNumber(child);
    const clients = Array.from({ length: connections }, () => new RawClient(port));
    const run = async (count: number) => {
      let left = count;
      const loop = async (client: RawClient) => {
        while (left-- > 0) await client.send(request);
      };
      await Promise.all(clients.map(loop));
    };
    await run(warmUp);
    const before = cpuSeconds(child.pid!);
    await run(requests);
    const spent = cpuSeconds(child.pid!) - before;
    for (const client of clients) client.close();
    return spent / requests;
  } finally {
    child.kill();
  }
}
