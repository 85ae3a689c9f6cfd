import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { slowStartMs } from '../../packages/rpc/src/replica.ts';
import { repository, serviceNames } from './known-env.ts';

// The script starts many processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

// Runs deploy/compose/upgrade.sh with a fake `docker`. A fake container is a file that contains the names of its service,
// settings and image. The fake records migrations, and starts and stops of containers, in order.

const script = join(repository, 'deploy/compose/upgrade.sh');
const compose = parse(readFileSync(join(repository, 'deploy/compose/compose.yaml'), 'utf8'), { merge: true });

const docker = `#!/bin/bash
cd "$(dirname "$0")" || exit 9
note() { echo "$*" >> calls; }
case "$*" in
  'compose ps --quiet '*) grep -l "^$4 " containers/* | xargs -rn 1 basename ;;
  'compose config --hash '*) echo "$4 $(cat settings)" ;;
  'compose run '*migrate) note migrate ;;
  'compose up --detach --no-deps --no-recreate --scale '*)
    count="$(grep -l "^$8 " containers/* | wc -l)"
    while [ "$count" -lt "\${7#*=}" ]; do
      count=$((count + 1))
      id="$(printf '%04d' "$(($(cat next)))")"
      echo $((10#$id + 1)) > next
      echo "$8 $(cat settings) $(cat image)" > "containers/$id"
      note "start $8"
    done ;;
  'inspect --format {{.Created}} {{.Id}} '*) for id in "\${@:4}"; do echo "$id $id"; done ;;
  'inspect --format {{index '*) cut -d ' ' -f 2 "containers/$4" ;;
  'inspect --format {{.Config.Image}} '*) echo name ;;
  'inspect --format {{.Image}} '*) cut -d ' ' -f 3 "containers/$4" ;;
  'image inspect '*) cat image ;;
  'exec '*) ! grep -q "^$(cat broken) " "containers/$2" ;;
  'logs '*) echo 'It does not start.' ;;
  'stop '*) note "stop $(cut -d ' ' -f 1,2,3 "containers/$2")" ;;
  'rm '*) rm "containers/$2" ;;
  *) echo "what is docker $*?" >&2; exit 9 ;;
esac
`;

let machine: string;
const file = (name: string) => join(machine, name);
const put = (name: string, text: string) => writeFileSync(file(name), text);

beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), 'parley-upgrade-'));
  mkdirSync(file('containers'));
  writeFileSync(file('docker'), docker, { mode: 0o755 });
  writeFileSync(file('sleep'), `#!/bin/sh\ntest "$1" = 1 || echo "sleep $1" >> '${file('calls')}'\n`, {
    mode: 0o755,
  });
  let next = 1;
  for (const service of serviceNames) {
    for (let replica = 0; replica < (compose.services[service].deploy?.replicas ?? 1); replica++)
      put(`containers/${String(next++).padStart(4, '0')}`, `${service} s1 i1\n`);
  }
  put('next', `${next}\n`);
  put('settings', 's1\n');
  put('image', 'i1\n');
  put('broken', 'nothing\n');
});
afterEach(() => rmSync(machine, { recursive: true, force: true }));

/** Runs the script. Returns its exit status, its output, and the recorded migrations, starts, stops and pauses in order. */
function upgrade() {
  put('calls', '');
  const { status, stdout, stderr } = spawnSync('bash', [script], {
    env: { ...process.env, PATH: `${machine}:${process.env.PATH}`, PARLEY_UPGRADE_READY_SECONDS: '2' },
    encoding: 'utf8',
    timeout: 100_000,
  });
  const calls = readFileSync(file('calls'), 'utf8').split('\n').slice(0, -1);
  return { status, output: stdout + stderr, calls };
}

/** Returns the number of running containers by the names of their service, settings and image. */
function replicas(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const id of readdirSync(file('containers'))) {
    const kind = readFileSync(file(`containers/${id}`), 'utf8').trim();
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

const counted = (made: string) =>
  Object.fromEntries(
    serviceNames.map((service) => [`${service} ${made}`, compose.services[service].deploy?.replicas ?? 1]),
  );

const settle = `sleep ${2 + slowStartMs / 1_000}`;

it('migrates, then replaces every service replica by replica, each after its new replica is ready', () => {
  put('image', 'i2\n');
  const { status, calls } = upgrade();
  expect(status).toBe(0);
  const order = Object.keys(compose.services).filter((name) =>
    (serviceNames as readonly string[]).includes(name),
  );
  expect(calls).toEqual([
    'migrate',
    ...order.flatMap((service) =>
      Array.from({ length: compose.services[service].deploy?.replicas ?? 1 }).flatMap(() => [
        `start ${service}`,
        settle,
        `stop ${service} s1 i1`,
      ]),
    ),
  ]);
  expect(replicas()).toEqual(counted('s1 i2'));
});

it('replaces replicas with changed settings, however many there are, and none when it runs again', () => {
  put('containers/0099', 'messaging s1 i1\n');
  put('settings', 's2\n');
  expect(upgrade().status).toBe(0);
  const scaled = { ...counted('s2 i1'), 'messaging s2 i1': 3 };
  expect(replicas()).toEqual(scaled);
  expect(upgrade()).toMatchObject({ status: 0, calls: ['migrate'] });
  expect(replicas()).toEqual(scaled);
});

it('keeps the old replicas when a new one does not become ready, and continues there later', () => {
  put('image', 'i2\n');
  put('broken', 'messaging\n');
  const failed = upgrade();
  expect(failed).toMatchObject({ status: 1, output: expect.stringContaining('It does not start.') });
  expect(failed.calls.slice(-2)).toEqual(['start messaging', 'stop messaging s1 i2']);
  expect(replicas()).toMatchObject({ 'channel s1 i2': 1, 'messaging s1 i1': 2, 'gateway s1 i1': 2 });
  put('broken', 'nothing\n');
  expect(upgrade().status).toBe(0);
  expect(replicas()).toEqual(counted('s1 i2'));
});

it('changes nothing unless all services run', () => {
  rmSync(file('containers/0001'));
  rmSync(file('containers/0002'));
  const { status, calls, output } = upgrade();
  expect([status, calls]).toEqual([1, []]);
  expect(output).toContain('docker compose up --detach --wait');
});
