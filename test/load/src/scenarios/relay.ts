import pg from 'pg';
import type { Bench, Scenario } from '../bench.ts';
import { median, percentile, repeat } from '../stats.ts';

const backlog = 60_000;

/** Measures how fast the relay publishes a backlog, and how much it lags behind live writes. */
export const relay: Scenario = async (bench) => {
  const client = new pg.Client({ connectionString: bench.cluster.databaseUrl });
  await client.connect();
  try {
    const drained = median(await repeat(bench.rounds, () => drain(bench, client)));
    const lags = (await repeat(bench.rounds, () => liveLag(bench, client))).flat();
    const method = `median of ${bench.rounds} rounds; events of 400 bytes, one per transaction`;
    return [
      {
        name: 'relay, draining a backlog',
        value: drained,
        unit: 'events/s',
        method: `${method}; ${backlog} events while it was stopped`,
      },
      { name: 'relay, from commit to the log, p50', value: median(lags), unit: 'ms', method },
      { name: 'relay, from commit to the log, p99', value: percentile(lags, 0.99), unit: 'ms', method },
    ];
  } finally {
    await client.end();
  }
};

async function drain(bench: Bench, client: pg.Client): Promise<number> {
  const pid = bench.cluster.pidOf('relay');
  process.kill(pid, 'SIGSTOP');
  try {
    await client.query(`do $$ begin for i in 1..${backlog} loop
      perform log.emit(decode(repeat('65', 400), 'hex'), 0); commit; end loop; end $$`);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  const start = performance.now();
  await bench.cluster.logReached();
  return backlog / ((performance.now() - start) / 1000);
}

/** Measures the time between the end of a commit and the arrival of its event at NATS. Writes one event at a time. */
async function liveLag(bench: Bench, client: pg.Client): Promise<number[]> {
  const lags: number[] = [];
  for (let sample = 0; sample < 50; sample++) {
    const { published } = await bench.cluster.nextEntry();
    let arrivedMs = 0;
    const arrived = published.then(() => {
      arrivedMs = performance.now();
    });
    await client.query(`select log.emit(decode(repeat('65', 400), 'hex'), 0)`);
    const committedMs = performance.now();
    await arrived;
    // The event may arrive before the answer to the commit.
    lags.push(Math.max(0, arrivedMs - committedMs));
  }
  return lags;
}
