import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { serviceNames } from '@parley/core';
import { endProcess, freePort, isAlive, sendSignal } from '@parley/embedded';
import { eventually } from '@parley/test-servers';
import { expect, it, onTestFinished } from 'vitest';
import { readProcesses } from '../src/processes-file.ts';
import { temporaryFolder } from './support.ts';

/** Each service, PostgreSQL and NATS. */
const processCount = serviceNames.length + 2;

type Run = { child: ChildProcess; shown: () => string; exit: Promise<number | string>; pids: () => number[] };

async function run(folder: string, env: NodeJS.ProcessEnv = {}): Promise<Run> {
  const child = spawn(
    process.execPath,
    ['--conditions=parley-source', join(import.meta.dirname, 'foreground-program.ts')],
    {
      env: {
        ...process.env,
        PARLEY_PORT: String(await freePort()),
        PARLEY_LAYOUT: 'separate',
        FAKE_PROJECT_ROOT: folder,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let shown = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream!.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
    });
  }
  const exit = new Promise<number | string>((done) =>
    child.once('exit', (code, signal) => done(code ?? String(signal))),
  );
  const pids = () => readProcesses(join(folder, 'data')).map(({ pid }) => pid);
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exit;
  });
  return { child, shown: () => shown, exit, pids };
}

const ready = (running: Run) => eventually(() => running.shown().includes('Parley is ready'));

it('stops all processes with exit code 0 on a Ctrl-C that arrives twice', async () => {
  const running = await run(temporaryFolder());
  await ready(running);
  const pids = running.pids();
  expect(pids).toHaveLength(processCount);
  running.child.kill('SIGINT');
  running.child.kill('SIGINT');
  expect(await running.exit).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
  await eventually(() => running.shown().endsWith('Stopped\n'));
});

it('does not restart processes that get the stop signal at the same time as the launcher', async () => {
  const running = await run(temporaryFolder());
  await ready(running);
  const pids = running.pids();
  running.child.kill('SIGTERM');
  // The launcher may have stopped some of them already.
  for (const pid of pids) sendSignal(pid, 'SIGTERM');
  expect(await running.exit).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
  // When processes end before the launcher gets its own signal, the launcher announces restarts, but none takes place.
  expect(running.shown().match(/INFO +ready$/gm)).toHaveLength(serviceNames.length);
  expect(running.shown()).not.toMatch(/(?:NATS|PostgreSQL) ended/);
});

it('stops all processes when its parent process has ended', async () => {
  const running = await run(temporaryFolder());
  await ready(running);
  const pids = running.pids();
  running.child.disconnect();
  expect(await running.exit).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
});

it('ends its services when it is killed', async () => {
  const folder = temporaryFolder();
  const running = await run(folder);
  await ready(running);
  const processes = readProcesses(join(folder, 'data'));
  const servers = processes.filter(({ service }) => ['postgresql', 'nats'].includes(service));
  const services = processes.filter((each) => !servers.includes(each));
  expect(services).toHaveLength(serviceNames.length);
  running.child.kill('SIGKILL');
  await eventually(() => !services.some(({ pid }) => isAlive(pid)));
  // Ends PostgreSQL and NATS, which the next start would otherwise do.
  await Promise.all(servers.map(({ pid }) => endProcess(pid, 'SIGINT', 10_000)));
});

it('starts after it was killed, and ends the processes that it had left running', async () => {
  const folder = temporaryFolder();
  const env = { PARLEY_PORT: String(await freePort()), FAKE_IGNORES_DISCONNECT: 'yes' };
  const first = await run(folder, env);
  await ready(first);
  const left = first.pids();
  first.child.kill('SIGKILL');
  expect(await first.exit).toBe('SIGKILL');
  const second = await run(folder, env);
  await ready(second);
  expect(left.filter(isAlive)).toEqual([]);
  expect(second.pids()).toHaveLength(processCount);
});

it('explains in one sentence why it cannot start, with exit code 1', async () => {
  const portHolder = createServer();
  await new Promise<void>((done) => portHolder.listen(0, '127.0.0.1', done));
  const { port } = portHolder.address() as { port: number };
  const running = await run(temporaryFolder(), { PARLEY_PORT: String(port) });
  expect(await running.exit).toBe(1);
  const sentence = `Port ${port} is taken by another program; set PARLEY_PORT to a free one.\n`;
  await eventually(() => running.shown() === sentence);
  portHolder.close();
});
