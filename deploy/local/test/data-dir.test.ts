import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, isAlive, SetupError } from '@parley/embedded';
import { eventually } from '@parley/test-servers';
import { expect, it, onTestFinished } from 'vitest';
import { DATA_DIR_VARIABLE, openDataDir } from '../src/data-dir.ts';
import { ProcessesFile, readProcesses } from '../src/processes-file.ts';
import { loadSecrets } from '../src/secrets.ts';
import { temporaryFolder } from './support.ts';

function sleeper(env: NodeJS.ProcessEnv): number {
  const child = spawn('sleep', ['60'], { env, stdio: 'ignore' });
  onTestFinished(() => {
    child.kill();
  });
  return child.pid!;
}

it('can be opened repeatedly, by one launcher at a time', async () => {
  const path = join(temporaryFolder(), 'data');
  const first = await openDataDir(path);
  await expect(openDataDir(path)).rejects.toThrow(
    new SetupError(`Parley is running on ${path} already (process ${process.pid}).`),
  );
  first.release();
  (await openDataDir(path)).release();
});

it('takes over the lock of a launcher that was killed, even when its process ID lives on', async () => {
  const path = join(temporaryFolder(), 'data');
  (await openDataDir(path)).release();
  writeFileSync(join(path, 'launcher.lock'), JSON.stringify({ pid: process.pid, startMark: '1' }));
  (await openDataDir(path)).release();
});

it('refuses a directory of another version and one that is not Parley’s', async () => {
  const folder = temporaryFolder();
  const other = join(folder, 'other');
  (await openDataDir(other)).release();
  writeFileSync(join(other, 'version.json'), '{"layout":1,"postgresql":15}');
  await expect(openDataDir(other)).rejects.toThrow(/is of another version \(layout 1, PostgreSQL 15\)/);
  mkdirSync(join(folder, 'photos'));
  writeFileSync(join(folder, 'photos/cat.jpg'), '');
  await expect(openDataDir(join(folder, 'photos'))).rejects.toThrow(/not a data directory of Parley/);
});

it('explains in one sentence why a directory cannot be used', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'below')]) {
    await expect(openDataDir(path)).rejects.toThrow(
      new SetupError(
        `The data directory ${path} cannot be used: it is a file, or below one. Choose another PARLEY_DATA_DIR.`,
      ),
    );
  }
});

it('runs further checks after it has ended leftover processes and before it creates anything', async () => {
  const path = join(temporaryFolder(), 'data');
  const fails = async () => {
    throw new SetupError('no room');
  };
  await expect(openDataDir(path, fails)).rejects.toThrow('no room');
  expect(existsSync(path)).toBe(false);
  (await openDataDir(path)).release();

  const left = sleeper({ ...process.env, [DATA_DIR_VARIABLE]: path });
  // A process has no environment until it has loaded its program.
  await eventually(() => environmentOf(left, DATA_DIR_VARIABLE) === path);
  writeFileSync(
    join(path, 'processes.json'),
    JSON.stringify([{ service: 'gateway', replica: 1, pid: left }]),
  );
  const checked = openDataDir(path, async () => {
    if (isAlive(left)) throw new Error('it is still there');
  });
  (await checked).release();
  await expect(openDataDir(path, fails)).rejects.toThrow('no room');
  (await openDataDir(path)).release();
});

it('ends only the processes that a killed launcher left running', async () => {
  const path = join(temporaryFolder(), 'data');
  (await openDataDir(path)).release();
  const left = sleeper({ ...process.env, [DATA_DIR_VARIABLE]: path });
  const stranger = sleeper(process.env);
  writeFileSync(
    join(path, 'processes.json'),
    JSON.stringify([
      { service: 'relay', replica: 1, pid: left },
      { service: 'upload', replica: 1, pid: stranger },
    ]),
  );
  (await openDataDir(path)).release();
  expect(isAlive(left)).toBe(false);
  expect(isAlive(stranger)).toBe(true);
});

it('keeps the list of processes up to date', () => {
  const folder = temporaryFolder();
  const file = new ProcessesFile(folder);
  expect(readProcesses(folder)).toEqual([]);
  file.started('messaging', 2, 12);
  file.started('gateway', 1, 11);
  file.started('messaging', 2, 13);
  expect(JSON.parse(readFileSync(join(folder, 'processes.json'), 'utf8'))).toEqual([
    { service: 'gateway', replica: 1, pid: 11 },
    { service: 'messaging', replica: 2, pid: 13 },
  ]);
  file.ended('gateway', 1);
  expect(readProcesses(folder)).toEqual([{ service: 'messaging', replica: 2, pid: 13 }]);
});

it('generates secrets once, readable only by their owner', () => {
  const folder = temporaryFolder();
  const secrets = loadSecrets(folder);
  expect(loadSecrets(folder)).toEqual(secrets);
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, 'secrets.json'), '{');
  expect(() => loadSecrets(folder)).toThrow(SetupError);
});
