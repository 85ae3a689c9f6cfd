// Runs the commands of package.json (`npm start`, `npm test`, `npm run lint`, …). Installs dependencies and builds if
// necessary, and then runs the command with the pinned Node version. This file is plain JavaScript without dependencies,
// because it runs before the installation, with any Node from 20.19.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// Path of the actual program. `node_modules/.bin/node` is a shell script that does not forward signals.
const pinnedNode = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
const searchPath = [dirname(pinnedNode), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);

const commands = {
  start: (args) => [join(root, 'deploy/local/dist/main.js'), ...args],
  test: (args) => [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args],
  'test:watch': (args) => [join(root, 'node_modules/vitest/vitest.mjs'), 'watch', ...args],
  'test:faults': (args) => vitest('test/faults/vitest.config.ts', args),
  'test:web': (args) => vitest('test/web/vitest.config.ts', args),
  'test:clients': (args) => [join(root, 'test/clients/main.ts'), ...args],
  'test:search': (args) => [join(root, 'test/kit/opensearch/main.ts'), ...args],
  'test:sign-in': (args) => vitest('test/providers/vitest.config.ts', args),
  'test:mail': (args) => vitest('test/network/mail.vitest.config.ts', args),
  'test:pooler': (args) => vitest('test/network/pooler.vitest.config.ts', args),
  'test:e2e': (args) => vitest('test/e2e/vitest.config.ts', args),
  'test:elsewhere': (args) => vitest('test/e2e/elsewhere.config.ts', args),
  'test:k8s': (args) => [join(root, 'test/k8s/main.ts'), ...args],
  audit: (args) => [join(root, 'scripts/audit.mjs'), ...args],
  release: (args) => [join(root, 'scripts/release.mjs'), ...args],
  generate: () => [join(root, 'scripts/generate.mjs')],
  lint: () => [join(root, 'scripts/lint.mjs')],
  screens: (args) => [join(root, 'test/web/screens.ts'), ...args],
  bench: (args) => [join(root, 'test/load/dist/main.js'), ...args],
};

function vitest(config, args) {
  return [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', join(root, config), ...args];
}

/** Prints a sentence to standard error and exits with code 1. */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function progress(line) {
  process.stdout.write(`${line}\n`);
}

/** Prints the name of a stage and runs it. Prints its duration if it was a second or more. */
async function stage(name, run) {
  progress(name);
  const begun = performance.now();
  await run();
  const seconds = (performance.now() - begun) / 1000;
  if (seconds >= 1) progress(`${name} took ${seconds.toFixed()} s`);
}

/**
 * Runs a program in the foreground to its end and forwards signals.
 *
 * - `ipc`: opens a channel to the program. When it closes, the program detects that this process has ended for any reason. A
 *   Ctrl-C at the terminal reaches the program directly.
 * - `group`: for programs whose child programs would survive them. A signal ends the whole process group, and then this
 *   process.
 * @returns the exit code; 128 + signal number if a signal ended the program
 */
function run(file, args, { quiet = false, ipc = false, group = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const output = quiet ? 'pipe' : 'inherit';
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, PATH: searchPath, ...env },
      stdio: [group ? 'ignore' : 'inherit', output, output, ...(ipc ? ['ipc'] : [])],
      detached: group,
    });
    let written = '';
    for (const stream of quiet ? [child.stdout, child.stderr] : []) {
      stream.setEncoding('utf8').on('data', (text) => {
        written += text;
      });
    }
    let ended;
    const forward = (signal) => {
      if (group) {
        ended ??= signal;
        endGroup(child.pid, signal);
      } else if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    const watch = whenAbandoned(() => forward('SIGTERM'));
    const done = (code) => {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, forward);
      if (ended !== undefined) process.exit(128 + constants.signals[ended]);
      if (quiet && code !== 0) process.stderr.write(written);
      resolve(code);
    };
    child.once('error', (error) => {
      written += `${error.message}\n`;
      done(127);
    });
    child.once('close', (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/** Calls `notify` when the npm process that started this process has ended. A killed npm cannot forward signals. */
function whenAbandoned(notify) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    notify();
  }, 500);
  return timer;
}

function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {} // already exited
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    refuse(`Parley needs Node 20.19 or newer to start; this is Node ${process.versions.node}.`);
  }
}

/** Returns a hash of all inputs of the dependencies' installation. */
function installStamp() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

async function install() {
  const stampFile = join(root, 'node_modules/.parley-install');
  const stamp = installStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp && existsSync(pinnedNode)) return;
  await stage('Installing dependencies', installPackages);
  writeFileSync(stampFile, stamp);
}

async function installPackages() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const args = ['-y', packageManager, 'install', '--frozen-lockfile', '--config.confirm-modules-purge=false'];
  // Sets the log level, because `npm --silent` would also hide npx's error message.
  const env = { PATH: process.env.PATH, npm_config_loglevel: 'warn' };
  const code = await run('npx', args, { quiet: true, group: true, env });
  if (code === 127) refuse('Parley needs npm (with npx) to install its dependencies; it was not found.');
  if (code !== 0) refuse('The dependencies could not be installed; the reason stands above.');
  if (!existsSync(pinnedNode)) {
    refuse(`Parley brings no Node for ${process.platform}-${process.arch}; it runs on Linux, x64 or arm64.`);
  }
}

async function build() {
  const code = await run(pinnedNode, [join(root, 'scripts/build.mjs')], { group: true });
  if (code !== 0) refuse('The build failed; the reason stands above.');
}

const [command, ...args] = process.argv.slice(2);
if (!Object.hasOwn(commands, command))
  refuse(`Usage: node scripts/run.mjs ${Object.keys(commands).join('|')}`);
checkNode();
await install();
await stage('Building', build);
const program = commands[command](args);
if (!existsSync(program[0])) refuse(`There is no ${program[0]}; the build does not include it.`);
process.exitCode = await run(pinnedNode, program, { ipc: command === 'start', group: command === 'lint' });
