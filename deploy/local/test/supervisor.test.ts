import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '@parley/embedded';
import { eventually } from '@parley/test-servers';
import { expect, it, onTestFinished } from 'vitest';
import { SupervisedProcess } from '../src/supervisor.ts';
import { temporaryFolder } from './support.ts';

function supervise(program: string, onEnded: (kept: SupervisedProcess) => void = () => undefined) {
  const entry = join(temporaryFolder(), 'program.mjs');
  writeFileSync(entry, program);
  const happened: string[] = [];
  const pids: number[] = [];
  const kept: SupervisedProcess = new SupervisedProcess(
    { name: 'fake-1', entry, env: {} },
    {
      started: (pid) => {
        pids.push(pid);
        happened.push('started');
      },
      ended: (how, restartInMs) => {
        happened.push(`ended ${how} ${restartInMs > 0 ? 'later' : 'now'}`);
        onEnded(kept);
      },
      stopped: () => happened.push('stopped'),
      line: (line) => happened.push(line),
    },
  );
  onTestFinished(() => kept.stop());
  kept.start();
  return { kept, happened, pids };
}

const patient = `
  process.on('SIGTERM', () => { console.log('draining'); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log('ready');
`;

it('restarts a killed process immediately', async () => {
  const { happened, pids } = supervise(patient);
  await eventually(() => happened.includes('ready'));
  process.kill(pids[0]!, 'SIGKILL');
  await eventually(() => happened.filter((line) => line === 'ready').length === 2);
  expect(happened).toEqual(['started', 'ready', 'ended SIGKILL now', 'started', 'ready']);
});

it('lets a stopping process drain, and does not restart it', async () => {
  const { kept, happened, pids } = supervise(patient);
  await eventually(() => happened.includes('ready'));
  await kept.stop();
  expect(isAlive(pids[0]!)).toBe(false);
  await eventually(() => happened.includes('draining'));
  expect(happened.filter((each) => each === 'started')).toHaveLength(1);
  expect(happened).toContain('stopped');
});

it('stops a frozen process', async () => {
  const { kept, happened, pids } = supervise(patient);
  await eventually(() => happened.includes('ready'));
  process.kill(pids[0]!, 'SIGSTOP');
  await kept.stop();
  expect(isAlive(pids[0]!)).toBe(false);
});

it('pauses longer before each restart of a process that fails repeatedly', async () => {
  const { kept, happened } = supervise('process.exit(3);');
  await eventually(() => kept.earlyExits >= 3);
  expect(happened.filter((each) => each.startsWith('ended'))).toEqual([
    'ended exit code 3 now',
    'ended exit code 3 later',
    'ended exit code 3 later',
  ]);
  await kept.stop();
});

it('does not restart a process that got the stop signal together with the launcher', async () => {
  const { kept, happened, pids } = supervise(patient, (each) => each.disableRestarts());
  await eventually(() => happened.includes('ready'));
  process.kill(pids[0]!, 'SIGTERM');
  await eventually(() => happened.includes('ended exit code 0 later'));
  await kept.stop();
  expect(happened.filter((each) => each === 'started')).toHaveLength(1);
});

it('restarts a process that ended unexpectedly', async () => {
  const { happened, pids } = supervise(patient);
  await eventually(() => happened.includes('ready'));
  process.kill(pids[0]!, 'SIGTERM');
  await eventually(() => happened.filter((line) => line === 'ready').length === 2);
});
