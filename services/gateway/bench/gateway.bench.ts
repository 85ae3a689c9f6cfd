/**
 * Measures the cost of the gateway's HTTP layer: requests per second that send messages, and that read, over 32 connections.
 * Fake services in the same process answer immediately. Prints one line per case. Run: node --conditions=parley-source
 * bench/gateway.bench.ts
 */
import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import { authorization, startTestGateway } from '../test/support.ts';

const seconds = 5;

const cases = [
  {
    name: 'POST /messages',
    method: 'POST',
    path: '/api/v1/messages',
    body: new URLSearchParams({
      type: 'stream',
      to: 'general',
      topic: 'lunch',
      content: 'x'.repeat(200),
    }).toString(),
  },
  { name: 'GET /users/me', method: 'GET', path: '/api/v1/users/me', body: undefined },
  { name: 'GET /events', method: 'GET', path: '/api/v1/events?queue_id=q&last_event_id=1', body: undefined },
] as const;

await using gateway = await startTestGateway();
await gateway.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = gateway.app.server.address() as AddressInfo;
for (const { name, method, path, body } of cases) {
  const run = (duration: number) =>
    autocannon({
      url: `http://127.0.0.1:${port}${path}`,
      method,
      connections: 32,
      duration,
      workers: 1,
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      ...(body !== undefined && { body }),
    });
  await run(1);
  const before = process.cpuUsage();
  const result = await run(seconds);
  const cpu = process.cpuUsage(before);
  const microseconds = (cpu.user + cpu.system) / result.requests.total;
  process.stdout.write(
    `${name.padEnd(16)} ${Math.round(result.requests.average)}/s, p50 ${result.latency.p50} ms, ` +
      `p99 ${result.latency.p99} ms, ${Math.round(microseconds)} µs CPU per request with the fake services' share, ` +
      `${result.non2xx + result.errors} failed\n`,
  );
}
