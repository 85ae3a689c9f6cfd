import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { isAlive } from '../packages/embedded/src/processes.ts';

const scripts = import.meta.dirname;
const platform = `node-${process.platform}-${process.arch}`;

/** A fake launcher. It prints its process ID. On a signal, it stops after a short delay and prints why. */
const launcher = `
  import { writeFileSync } from 'node:fs';
  const stop = (why) => () => setTimeout(() => {
    console.log('stopped by ' + why);
    process.exit(0);
  }, 50);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop(signal));
  process.once('disconnect', () => { writeFileSync('abandoned', ''); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log('launcher ' + process.pid);
`;

/** A build that runs for a long time in a child program. */
const longBuild = `
  import { spawnSync } from 'node:child_process';
  spawnSync('sh', ['-c', 'echo builder $$; exec sleep 600'], { stdio: 'inherit' });
`;

/** A fake `npx` that installs the pinned Node like pnpm: the program, and a shell script that starts it. */
const npx = `#!/bin/sh
[ -z "$NO_NETWORK" ] || { [ "$npm_config_loglevel" = silent ] || echo no network; exit 1; }
mkdir -p node_modules/.bin
ln -s "${join(scripts, '..', 'node_modules', platform)}" node_modules/${platform}
printf '#!/bin/sh\\n"$(dirname "$0")/../${platform}/bin/node" "$@"\\nexit $?\\n' > node_modules/.bin/node
chmod +x node_modules/.bin/node
`;

type Run = { folder: string; child: ChildProcess; shown: () => string; exit: Promise<number | string> };

type Settings = { env?: NodeJS.ProcessEnv; throughNpm?: boolean };

function start(build: string, { env = {}, throughNpm = false }: Settings = {}): Run {
  const folder = mkdtempSync(join(tmpdir(), 'parley-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const put = (name: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode });
  };
  const { start: npmStart } = JSON.parse(readFileSync(join(scripts, '../package.json'), 'utf8')).scripts;
  const manifest = { type: 'module', packageManager: 'pnpm@10', scripts: { start: npmStart } };
  put('package.json', JSON.stringify(manifest));
  put('pnpm-lock.yaml', '');
  put('pnpm-workspace.yaml', '');
  put('scripts/build.mjs', build);
  put('deploy/local/dist/main.js', launcher);
  put('path/npx', npx, 0o755);
  copyFileSync(join(scripts, 'run.mjs'), join(folder, 'scripts/run.mjs'));

  const command = throughNpm ? ['npm', 'start'] : [process.execPath, 'scripts/run.mjs', 'start'];
  const child = spawn(command[0]!, command.slice(1), {
    cwd: folder,
    // The running Node precedes the project's `node`, which may be a script that does not forward signals.
    env: {
      ...process.env,
      PATH: [join(folder, 'path'), dirname(process.execPath), process.env.PATH].join(':'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let shown = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream!.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
    });
  }
  const exit = new Promise<number | string>((done) =>
    child.once('exit', (code, signal) => done(code ?? String(signal))),
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return { folder, child, shown: () => shown, exit };
}

/** Waits until a program prints its process ID, and returns it. */
async function pidShown(run: Run, who: string): Promise<number> {
  for (;;) {
    const found = new RegExp(`${who} (\\d+)\\n`).exec(run.shown());
    if (found) return Number(found[1]);
    if (run.child.exitCode !== null) throw new Error(run.shown());
    await delay(10);
  }
}

it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
  'forwards %s to its child and waits until it ends',
  async (signal) => {
    const run = start('');
    const pid = await pidShown(run, 'launcher');
    run.child.kill(signal);
    expect(await run.exit).toBe(0);
    expect(isAlive(pid)).toBe(false);
    while (!run.shown().endsWith(`stopped by ${signal}\n`)) await delay(10);
  },
);

// `npm start` gives the path of the Node program, because npm's search path may find a shell script that forwards no signals.
it.each(['SIGTERM', 'SIGKILL'] as const)('stops when npm gets %s', async (signal) => {
  const run = start('', { throughNpm: true });
  const pid = await pidShown(run, 'launcher');
  run.child.kill(signal);
  await run.exit;
  while (isAlive(pid)) await delay(10);
  while (!run.shown().endsWith('stopped by SIGTERM\n')) await delay(10);
});

it('lets the launcher detect that the script was killed', async () => {
  const run = start('');
  const pid = await pidShown(run, 'launcher');
  run.child.kill('SIGKILL');
  while (isAlive(pid)) await delay(10);
  expect(readFileSync(join(run.folder, 'abandoned'), 'utf8')).toBe('');
});

it('leaves nothing running when it is stopped during the build', async () => {
  const run = start(longBuild);
  const pid = await pidShown(run, 'builder');
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(128 + 15);
  while (isAlive(pid)) await delay(10);
  expect(run.shown()).not.toContain('failed');
});

it('reports why the dependencies could not be installed, even with npm --silent', async () => {
  const run = start('', { env: { NO_NETWORK: 'yes', npm_config_loglevel: 'silent' } });
  expect(await run.exit).toBe(1);
  while (!run.shown().includes('reason stands above')) await delay(10);
  expect(run.shown()).toContain('no network\nThe dependencies could not be installed');
});
