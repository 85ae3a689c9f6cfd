import { createChannel, type Scenario } from '../bench.ts';
import { HttpSender, sampleContent } from '../http-sender.ts';
import { median, percentile, repeat } from '../stats.ts';

const perSecond = 200;
const seconds = 5;

/** Measures the time between the start of a send and the arrival of its event at a polling receiver, at a constant rate. */
export const latency: Scenario = async (bench) => {
  const channelId = await createChannel(bench, 'load latency');
  const [receiver] = await bench.people(1);
  await receiver!.subscribe(['load latency']);
  const sender = new HttpSender(bench.cluster.url, bench.sender, 16);
  const p50s: number[] = [];
  const p99s: number[] = [];
  await repeat(bench.rounds, async (round) => {
    const reader = (await receiver!.register({ event_types: ['message'] })).start();
    const arrivals = new Map<number, number>();
    reader.onEvent((event) => arrivals.set(event.message.id, performance.now()));
    const starts = await sendSteadily(sender, channelId);
    const last = Math.max(...starts.keys());
    await reader.waitFor(() => arrivals.has(last));
    await reader.stop();
    const samples = [...starts].map(([id, start]) => arrivals.get(id)! - start);
    if (round < 0) return;
    p50s.push(percentile(samples, 0.5));
    p99s.push(percentile(samples, 0.99));
  });
  await sender.close();
  const method = `${perSecond}/s for ${seconds} s, median of ${bench.rounds} rounds; one receiver with a long-poll`;
  const [p50, p99] = [median(p50s), median(p99s)];
  return [
    { name: 'send → event received, p50', value: p50, unit: 'ms', aim: '≤ 8 ms', met: p50 <= 8, method },
    { name: 'send → event received, p99', value: p99, unit: 'ms', aim: '≤ 40 ms', met: p99 <= 40, method },
  ];
};

/** Sends at a constant rate without waiting for earlier answers. Returns the start times by message ID. */
async function sendSteadily(sender: HttpSender, channelId: number): Promise<Map<number, number>> {
  const starts = new Map<number, number>();
  const first = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = first + (index * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const start = performance.now();
    running.push(
      sender.send(channelId, 'latency', sampleContent).then(({ id }) => void starts.set(id, start)),
    );
  }
  await Promise.all(running);
  return starts;
}
