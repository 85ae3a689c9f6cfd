import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Body, Cluster, randomOf, writeBulkArchive } from '@parley/test-kit';
import { type Bench, createChannel } from '../bench.ts';
import { startSends } from '../meanwhile.ts';
import { clusterCpu } from '../processes.ts';
import type { Figure } from '../report.ts';
import { percentile } from '../stats.ts';

/** Number of messages. The environment variable `BENCH_IMPORTED` changes it, for example to 10 million. */
const messages = Number(process.env.BENCH_IMPORTED ?? 100_000);
const aimPerSecond = 5_000;
const aimMib = 512;
const mib = 2 ** 20;
/** Sends beside the import, and how long sends without one are measured. */
const sendsPerSecond = 50;
const aloneMs = 10_000;
const pollMs = 250;

/**
 * Measures an import of messages with reactions and 10 % files into a living organization, the memory of the service that reads the
 * archive, and sends of others meanwhile.
 */
export async function importing(say: Bench['say']): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bulk-'));
  try {
    const path = join(folder, 'archive');
    say(`Writing an archive of ${messages} messages`);
    const { files } = writeBulkArchive(path, randomOf(1), { messages, people: 100, channels: 40 });
    say('Starting every service as a process');
    await using cluster = await Cluster.start({ env: { PARLEY_IMPORTING_DIR: folder } });
    const { organization } = cluster;
    const { owner } = organization;
    const { sender } = await organization.add('sender');
    const bench = { cluster, organization, sender } as Bench;
    const sends = startSends(bench, await createChannel(bench, 'beside'), sendsPerSecond);
    await using _stopped = { [Symbol.asyncDispose]: () => sends.stop() };
    await sleep(aloneMs / 2);
    sends.take();
    await sleep(aloneMs);
    const alone = sends.take();
    const before = clusterCpu(cluster);
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
    const beside = sends.take();
    const { imported } = found.report?.counts?.messages ?? {};
    if (found.state !== 'done' || imported !== messages)
      throw new Error(`The import is ${found.state}: ${imported} messages. ${found.error}`);
    const after = clusterCpu(cluster);
    const used = [...after]
      .map(([service, cpu]) => [service, ((cpu - (before.get(service) ?? 0)) / messages) * 1e6] as const)
      .filter(([, cpu]) => cpu >= 1)
      .sort(([, one], [, other]) => other - one);
    say(`CPU per message in µs: ${used.map(([service, cpu]) => `${service} ${cpu.toFixed(0)}`).join(', ')}`);
    say(`p99 of sends: ${p99(alone).toFixed(1)} ms alone, ${p99(beside).toFixed(1)} ms beside the import`);
    const method = `${messages.toLocaleString('en')} messages, a reaction on every third, ${files.toLocaleString('en')} files; every service and PostgreSQL on this machine, and ${sendsPerSecond} sends a second`;
    const rate = messages / seconds;
    const slowdown = p99(beside) / p99(alone);
    return [
      { name: 'imported messages per second', value: rate, unit: 'per s', aim: `≥ ${aimPerSecond}`, met: rate >= aimPerSecond, method },
      { name: 'peak memory of importing', value: peak / mib, unit: 'MiB', aim: `≤ ${aimMib} MiB`, met: peak / mib <= aimMib, method },
      { name: 'p99 of sends beside an import, compared with alone', value: slowdown, unit: '×', aim: '≤ 2', met: slowdown <= 2, method },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const p99 = (took: readonly number[]): number => percentile(took, 0.99);

/** Returns the most resident memory that a process has had, in bytes. */
function residentPeak(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
