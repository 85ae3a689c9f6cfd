import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@parley/test-kit';
import { bareRequestCost } from '../bare-request.ts';
import type { Bench } from '../bench.ts';
import { cpuSeconds, proportionalBytes } from '../processes.ts';
import { type Figure, maximum } from '../report.ts';
import { median } from '../stats.ts';

const root = process.env.PARLEY_CLUSTER_ROOT || join(import.meta.dirname, '../../../..');
const rounds = 3;
/** Time in milliseconds after which memory is measured. Caches are filled by then. */
const settleMs = 20_000;
const readyWithinMs = 240_000;

/**
 * Measures the start of `npm start` with the demo organization, when everything is built and the data is there: time and CPU until it is
 * ready, and memory of all processes afterwards.
 */
export async function starting(say: Bench['say']): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-starting-'));
  const layout = process.env.PARLEY_TEST_LAYOUT === 'combined' ? 'combined' : 'separate';
  const env = {
    ...process.env,
    PARLEY_DATA_DIR: folder,
    PARLEY_PORT: String(await freePort()),
    PARLEY_LAYOUT: layout,
    PARLEY_LOG_LEVEL: 'warn',
  };
  const bare = await bareRequestCost();
  const [seconds, cpu, memory]: [number[], number[], number[]] = [[], [], []];
  try {
    // The first start makes the database and the demo organization.
    await stop((await start(env)).launcher);
    for (let round = 0; round < rounds; round++) {
      const { launcher, readyMs } = await start(env);
      try {
        const used = cpuSeconds(launcher.pid!);
        await sleep(settleMs);
        const bytes = proportionalBytes(launcher.pid!);
        say(
          `ready after ${(readyMs / 1_000).toFixed(1)} s, ${used.toFixed(1)} s of CPU; PSS in MB: ${[...bytes].map(([name, each]) => `${name} ${Math.round(each / 1e6)}`).join(', ')}`,
        );
        seconds.push(readyMs / 1_000);
        cpu.push(used);
        memory.push([...bytes.values()].reduce((sum, each) => sum + each, 0) / 1e6);
      } finally {
        await stop(launcher);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const method = `median of ${rounds} starts with data, ${layout} layout; a bare request takes ${Math.round(bare * 1e6)} µs`;
  return [
    maximum({ name: 'start, until ready', value: median(seconds), unit: 's', aim: 4, method }),
    { name: 'start, CPU of all processes until ready', value: median(cpu), unit: 's', method },
    maximum({
      name: 'memory of everything, demo organization (PSS)',
      value: median(memory),
      unit: 'MB',
      aim: layout === 'combined' ? 450 : 1_500,
      method: `${method}; ${settleMs / 1_000} s later, PostgreSQL, NATS and the launcher included`,
    }),
  ];
}

/** Starts everything. Resolves when it is ready. */
async function start(env: NodeJS.ProcessEnv): Promise<{ launcher: ChildProcess; readyMs: number }> {
  const begunMs = performance.now();
  const launcher = spawn(process.execPath, [join(root, 'deploy/local/dist/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  launcher.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.includes('Parley is ready')) ready.resolve();
  });
  launcher.once('exit', () => ready.reject(new Error(`The launcher ended: ${output}`)));
  const timer = setTimeout(() => ready.reject(new Error(`Not ready: ${output}`)), readyWithinMs);
  try {
    await ready.promise;
  } catch (error) {
    launcher.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return { launcher, readyMs: performance.now() - begunMs };
}

async function stop(launcher: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => launcher.once('exit', resolve));
  launcher.kill('SIGTERM');
  await ended;
}
