import { type Bench, createChannel, type Scenario } from '../bench.ts';
import { nextMessage, startChild } from '../child.ts';
import { sampleContent } from '../http-sender.ts';
import type { Outcome, Task } from '../open-loop.ts';
import type { Exchange } from '../raw-client.ts';
import { percentile } from '../stats.ts';

/** Number of clients that reach the highest rate. With 32 clients the rate is lower, because each waits for its answers. */
const clients = 128;
const warmUpMs = 5_000;
const capacityMs = 5_000;
/** Share of the highest rate that is sent first. The server must not refuse any of these requests. */
const usual = 0.8;
const usualMs = 5_000;
const overloadMs = 15_000;
const recoveryMs = 10_000;
/** Maximum number of connections. Each request that waits for its answer occupies one. */
const connections = 4_000;
/** The service counts as recovered after this time without refusals and with a p99 of at most `calmP99Ms`, in milliseconds. */
const calmMs = 1_000;
const calmP99Ms = 250;

const isServed = ({ status }: Exchange) => status === 200;
const isRefused = ({ status }: Exchange) => status === 503 || status === 429;
const p99 = (values: readonly number[]) => percentile(values, 0.99);
const waited = ({ dueAt, answeredAt }: Exchange) => answeredAt - dueAt;

/** Returns a send request as text, for the raw clients. */
async function requestOf(bench: Bench): Promise<string> {
  const channelId = await createChannel(bench, 'load overload');
  const { email, apiKey } = bench.sender;
  const body = new URLSearchParams({
    type: 'channel',
    to: String(channelId),
    topic: 'load',
    content: sampleContent,
  }).toString();
  return [
    'POST /api/v1/messages HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** Returns how many milliseconds after the overload the service had recovered. */
function calmAfter(exchanges: readonly Exchange[]): number {
  for (let from = 0; from + calmMs <= recoveryMs; from += calmMs / 4) {
    const window = exchanges.filter(({ dueAt }) => dueAt >= from && dueAt < from + calmMs);
    if (window.every(isServed) && p99(window.map(waited)) <= calmP99Ms) return from;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * Measures an overload of twice the maximum rate: the share of refused requests, the latency of accepted ones, and the time to
 * recover.
 */
export const overload: Scenario = async (bench) => {
  const request = await requestOf(bench);
  const port = Number(new URL(bench.cluster.url).port);
  const generator = startChild('open-loop');
  const run = async (task: Omit<Task, 'port' | 'request'>): Promise<Outcome> => {
    const outcome = nextMessage<Outcome>(generator);
    generator.send({ ...task, port, request });
    return outcome;
  };
  try {
    const carry = { kind: 'carry', clients } as const;
    await run({ ...carry, ms: warmUpMs } as Task);
    const { exchanges: carried } = await run({ ...carry, ms: capacityMs } as Task);
    const capacity = carried.filter(isServed).length / (capacityMs / 1_000);
    bench.say(`${Math.round(capacity)} sends/s are carried`);

    const offer = (perSecond: number, ms: number) =>
      run({ kind: 'offer', perSecond, ms, connections } as Task);
    const { exchanges: before } = await offer(usual * capacity, usualMs);
    const refusedBefore = (100 * before.filter(isRefused).length) / before.length;
    const { exchanges } = await offer(2 * capacity, overloadMs);
    const { exchanges: afterwards } = await offer(capacity / 2, recoveryMs);

    const served = exchanges.filter(isServed);
    const refused = exchanges.filter(isRefused);
    const others = exchanges.length - served.length - refused.length;
    const slowest = p99(served.map(waited));
    const normalAfter = calmAfter(afterwards);
    const method = `${overloadMs / 1_000} s of sends at twice the rate that ${clients} clients reach, each at its own time whatever the answers, over up to ${connections} connections made as needed, by a process of its own; from when a send was due; then half the rate for ${recoveryMs / 1_000} s`;
    const figure = (name: string, value: number, unit: string) => ({
      name: `twice the load: ${name}`,
      value,
      unit,
      method,
    });
    return [
      {
        name: `refused at ${100 * usual} % of the load`,
        value: refusedBefore,
        unit: '%',
        aim: '0 %',
        met: refusedBefore === 0,
        method: `${usualMs / 1_000} s at ${100 * usual} % of the rate that ${clients} clients reach`,
      },
      { ...figure('sends offered', exchanges.length / (overloadMs / 1_000), '/s'), limit: capacity },
      { ...figure('sends acknowledged', served.length / (overloadMs / 1_000), '/s'), limit: capacity },
      figure('refused with 503 or 429', (100 * refused.length) / exchanges.length, '%'),
      { ...figure('other answers', others, ''), aim: '0', met: others === 0 },
      {
        ...figure('p99 of acknowledged sends', slowest, 'ms'),
        aim: '≤ 1,000 ms',
        met: slowest <= 1_000,
      },
      figure('p50 of acknowledged sends', percentile(served.map(waited), 0.5), 'ms'),
      figure('p99 of refusals', p99(refused.map(waited)), 'ms'),
      figure(
        'p99 of how late the clients themselves sent',
        p99(exchanges.map((e) => e.wroteAt - e.dueAt)),
        'ms',
      ),
      {
        name: 'normal again after',
        value: normalAfter,
        unit: 'ms',
        aim: '≤ 10,000 ms',
        met: normalAfter <= recoveryMs,
        method: `${method}; normal: ${calmMs} ms without a refusal, p99 ≤ ${calmP99Ms} ms`,
      },
    ];
  } finally {
    generator.disconnect();
  }
};
