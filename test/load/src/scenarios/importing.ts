import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Body, Cluster, randomOf, until, writeBulkArchive } from '@parley/test-kit';
import pg from 'pg';
import { type Bench, createChannel } from '../bench.ts';
import { startSends } from '../meanwhile.ts';
import { clusterCpu } from '../processes.ts';
import type { Figure } from '../report.ts';
import { percentile } from '../stats.ts';

/** Number of messages. The environment variable `BENCH_IMPORTED` changes it, for example to 10 million. */
const messages = Number(process.env.BENCH_IMPORTED ?? 100_000);
/** Number of messages of the import beside sends, which is much slower. `BENCH_IMPORTED_BESIDE=0` leaves it out. */
const messagesBeside = Number(process.env.BENCH_IMPORTED_BESIDE ?? 20_000);
const aimPerSecond = 5_000;
const aimMib = 512;
const mib = 2 ** 20;
/** Sends beside the import, and how long sends without one are measured. */
const sendsPerSecond = 50;
const aloneMs = 15_000;
const pollMs = 250;
const searchMs = 3_600_000;

/**
 * Measures imports of messages with reactions and 10 % files into a living organization: one beside which people send, and one
 * beside which nobody does, with the memory of the service that reads the archive.
 */
export async function importing(say: Bench['say']): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bulk-'));
  try {
    say(`Writing archives of ${messagesBeside} and ${messages} messages`);
    const written = { people: 100, channels: 40 };
    const besidePath = join(folder, 'beside');
    writeBulkArchive(besidePath, randomOf(2), { ...written, messages: messagesBeside, prefix: 'late' });
    const path = join(folder, 'archive');
    const { files } = writeBulkArchive(path, randomOf(1), { ...written, messages });
    say('Starting every service as a process');
    await using cluster = await Cluster.start({ env: { PARLEY_IMPORTING_DIR: folder } });
    const beside = messagesBeside > 0 ? await besideSends(cluster, besidePath, say) : [];
    const before = clusterCpu(cluster);
    const { seconds, peak } = await runImport(cluster, path, messages, say);
    const after = clusterCpu(cluster);
    sayCpu(say, before, after);
    const startedMs = performance.now();
    await until(
      'the search finds all messages',
      async () => (await isIndexed(cluster)) || undefined,
      searchMs,
    );
    const indexSeconds = (performance.now() - startedMs) / 1_000;
    say(`The search found everything ${indexSeconds.toFixed(1)} s later`);
    sayCpu(say, after, clusterCpu(cluster));
    const method = `${messages.toLocaleString('en')} messages, a reaction on every third, ${files.toLocaleString('en')} files; every service and PostgreSQL on this machine, nobody sends`;
    const rate = messages / seconds;
    return [
      {
        name: 'imported messages per second',
        value: rate,
        unit: 'per s',
        aim: `≥ ${aimPerSecond}`,
        met: rate >= aimPerSecond,
        method,
      },
      {
        name: 'imported messages per second until the search finds them',
        value: messages / (seconds + indexSeconds),
        unit: 'per s',
        method,
      },
      {
        name: 'peak memory of importing',
        value: peak / mib,
        unit: 'MiB',
        aim: `≤ ${aimMib} MiB`,
        met: peak / mib <= aimMib,
        method,
      },
      ...beside,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures sends without an import and beside one. */
async function besideSends(cluster: Cluster, path: string, say: Bench['say']): Promise<Figure[]> {
  const { organization } = cluster;
  const { sender } = await organization.add('sender');
  const bench = { cluster, organization, sender } as Bench;
  const sends = startSends(bench, await createChannel(bench, 'beside'), sendsPerSecond);
  await using _stopped = { [Symbol.asyncDispose]: () => sends.stop() };
  await sleep(aloneMs / 3);
  sends.take();
  await sleep(aloneMs);
  const alone = sends.take();
  const { seconds } = await runImport(cluster, path, messagesBeside, say);
  const beside = sends.take();
  const shown = (took: readonly number[]) =>
    [0.5, 0.95, 0.99].map((each) => percentile(took, each).toFixed(1)).join(' / ');
  say(`sends, p50 / p95 / p99 in ms: ${shown(alone)} alone, ${shown(beside)} beside the import`);
  const method = `${messagesBeside.toLocaleString('en')} messages with people, channels and files, beside ${sendsPerSecond} sends a second`;
  const slowdown = percentile(beside, 0.99) / percentile(alone, 0.99);
  return [
    {
      name: 'imported messages per second beside sends',
      value: messagesBeside / seconds,
      unit: 'per s',
      method,
    },
    {
      name: 'p99 of sends beside an import, compared with alone',
      value: slowdown,
      unit: '×',
      aim: '≤ 2',
      met: slowdown <= 2,
      method,
    },
  ];
}

/** Imports an archive. Returns how long it took, and the most memory that the service has had which reads it, in bytes. */
async function runImport(
  cluster: Cluster,
  path: string,
  expected: number,
  say: Bench['say'],
): Promise<{ seconds: number; peak: number }> {
  const { owner } = cluster.organization;
  const startedMs = performance.now();
  const { import_id: id } = await owner.api.post('/imports', { path });
  let peak = 0;
  let found: Body = {};
  for (let saidMs = 0; ; ) {
    await sleep(pollMs);
    peak = Math.max(peak, residentPeak(cluster.pidOf('importing')));
    // A gateway may refuse requests while it is busy.
    const answer = await owner.api.raw('GET', `/imports/${id as number}`);
    if (answer.body.import === undefined) continue;
    found = answer.body.import as Body;
    if (!['waiting', 'running'].includes(found.state as string)) break;
    if (performance.now() - saidMs < 10_000) continue;
    saidMs = performance.now();
    say(`${found.phase} ${Math.round(((found.done as number) / (found.total as number)) * 100)} %`);
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  const { imported } = found.report?.counts?.messages ?? {};
  if (found.state !== 'done' || imported !== expected)
    throw new Error(`The import is ${found.state}: ${imported} messages. ${found.error}`);
  return { seconds, peak };
}

/** Whether the search index has everything that was imported. */
async function isIndexed(cluster: Cluster): Promise<boolean> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select from messaging.search_imported limit 1');
    return rows.length === 0;
  } finally {
    await client.end();
  }
}

type Cpu = ReturnType<typeof clusterCpu>;

function sayCpu(say: Bench['say'], before: Cpu, after: Cpu): void {
  const used = [...after]
    .map(([service, cpu]) => [service, ((cpu - (before.get(service) ?? 0)) / messages) * 1e6] as const)
    .filter(([, cpu]) => cpu >= 1)
    .sort(([, one], [, other]) => other - one);
  say(`CPU per message in µs: ${used.map(([service, cpu]) => `${service} ${cpu.toFixed(0)}`).join(', ')}`);
}

/** Returns the most resident memory that a process has had, in bytes. */
function residentPeak(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
