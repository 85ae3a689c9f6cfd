import pg from 'pg';
import type { Bench, Scenario } from '../bench.ts';
import { median, repeat } from '../stats.ts';

const backlog = 60_000;

/** How fast the relay drains a backlog, and how far behind it is while others write. */
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
      { name: 'relay, commit → in the log, live at 1,000/s', value: median(lags), unit: 'ms', method },
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

/** Time until an event that was just committed is announced as published; sampled while others write. */
async function liveLag(bench: Bench, client: pg.Client): Promise<number[]> {
  const lags: number[] = [];
  for (let sample = 0; sample < 50; sample++) {
    await client.query(`select log.emit(decode(repeat('65', 400), 'hex'), 0)`);
    const start = performance.now();
    await bench.cluster.logAdvanced();
    lags.push(performance.now() - start);
  }
  return lags;
}
