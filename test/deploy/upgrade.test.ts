import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { slowStartMs } from '../../packages/rpc/src/replicas/replica.ts';
import { isWithoutHistory, separateRelease, textOf } from '../releases.ts';
import { repository, serviceNames } from './known-env.ts';

// The script starts many processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

// Runs deploy/compose/upgrade.sh with a fake `docker`. A fake container is a file that contains the names of its service,
// settings and image. The fake records migrations, and starts and stops of containers, in order.

const script = join(repository, 'deploy/compose/upgrade.sh');
const compose = parse(readFileSync(join(repository, 'deploy/compose/compose.yaml'), 'utf8'), { merge: true });
const replicaCount: number = compose.services.parley.deploy.replicas;

const docker = `#!/bin/bash
cd "$(dirname "$0")" || exit 9
note() { echo "$*" >> calls; }
case "$*" in
  'compose ps --quiet nats') [ ! -e nats ] || echo nats ;;
  'compose ps --quiet '*) grep -l "^$4 " containers/* | xargs -rn 1 basename ;;
  'ps --quiet --filter label=com.docker.compose.project=chat --filter label=com.docker.compose.service='*)
    grep -l "^\${6##*=} " containers/* | xargs -rn 1 basename ;;
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
  'inspect --format {{index .Config.Labels "com.docker.compose.project"}} nats') echo chat ;;
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
/** Adds a running container: the names of its service, settings and image. */
function runs(container: string): void {
  const id = Number(readFileSync(file('next'), 'utf8'));
  put(`containers/${String(id).padStart(4, '0')}`, `${container}\n`);
  put('next', `${id + 1}\n`);
}
/** Removes all containers. */
const empty = () => {
  for (const id of readdirSync(file('containers'))) rmSync(file(`containers/${id}`));
};

beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), 'parley-upgrade-'));
  mkdirSync(file('containers'));
  writeFileSync(file('docker'), docker, { mode: 0o755 });
  writeFileSync(file('sleep'), `#!/bin/sh\ntest "$1" = 1 || echo "sleep $1" >> '${file('calls')}'\n`, {
    mode: 0o755,
  });
  put('next', '1\n');
  put('nats', '');
  for (let replica = 0; replica < replicaCount; replica++) runs('parley s1 i1');
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

const settle = `sleep ${2 + slowStartMs / 1_000}`;
const twice = <T>(calls: readonly T[]): T[] => Array.from({ length: replicaCount }, () => calls).flat();

it('migrates, then replaces replica by replica, each after its new one is ready', () => {
  put('image', 'i2\n');
  const { status, calls } = upgrade();
  expect(status).toBe(0);
  expect(calls).toEqual(['migrate', ...twice(['start parley', settle, 'stop parley s1 i1'])]);
  expect(replicas()).toEqual({ 'parley s1 i2': replicaCount });
});

it('replaces replicas with changed settings, however many there are, and none when it runs again', () => {
  runs('parley s1 i1');
  put('settings', 's2\n');
  expect(upgrade().status).toBe(0);
  const scaled = { 'parley s2 i1': replicaCount + 1 };
  expect(replicas()).toEqual(scaled);
  expect(upgrade()).toMatchObject({ status: 0, calls: ['migrate'] });
  expect(replicas()).toEqual(scaled);
});

it('keeps the old replicas when a new one does not become ready, and continues there later', () => {
  put('image', 'i2\n');
  put('broken', 'parley\n');
  const failed = upgrade();
  expect(failed).toMatchObject({ status: 1, output: expect.stringContaining('It does not start.') });
  expect(failed.calls).toEqual(['migrate', 'start parley', 'stop parley s1 i2']);
  expect(replicas()).toEqual({ 'parley s1 i1': replicaCount });
  put('broken', 'nothing\n');
  expect(upgrade().status).toBe(0);
  expect(replicas()).toEqual({ 'parley s1 i2': replicaCount });
});

it.each([false, true])('changes nothing unless something runs (NATS runs: %s)', (runsNats) => {
  empty();
  if (!runsNats) rmSync(file('nats'));
  const { status, calls, output } = upgrade();
  expect([status, calls]).toEqual([1, []]);
  expect(output).toContain('docker compose up --detach --wait');
});

/** The containers of the compose file of the last release that has one for each service. */
const releasedServices: Record<string, { deploy?: { replicas: number } }> = isWithoutHistory
  ? {}
  : parse(textOf(separateRelease, 'deploy/compose/compose.yaml'), { merge: true }).services;
/** Number of containers of a service in that release; 0 for services that it did not have. */
const formerReplicas = (name: string) =>
  name in releasedServices ? (releasedServices[name]!.deploy?.replicas ?? 1) : 0;

describe.skipIf(isWithoutHistory)('from a release with a container for each service', () => {
  beforeEach(() => {
    empty();
    for (const name of serviceNames)
      for (let each = 0; each < formerReplicas(name); each++) runs(`${name} s0 i0`);
  });

  it('starts the replicas beside them, and ends them afterwards, the gateways first and the relays last', () => {
    const { status, calls } = upgrade();
    expect(status).toBe(0);
    expect(calls.slice(0, 5)).toEqual(['migrate', 'start parley', settle, 'start parley', settle]);
    const stops = calls.slice(5);
    const expected = serviceNames.flatMap((name) =>
      Array<string>(formerReplicas(name)).fill(`stop ${name} s0 i0`),
    );
    expect(stops.toSorted()).toEqual(expected.toSorted());
    const gateways = Array<string>(formerReplicas('gateway')).fill('stop gateway s0 i0');
    expect(stops.slice(0, gateways.length)).toEqual(gateways);
    const relays = Array<string>(formerReplicas('relay')).fill('stop relay s0 i0');
    expect(stops.slice(-relays.length)).toEqual(relays);
    expect(replicas()).toEqual({ 'parley s1 i1': replicaCount });
  });

  it('keeps them when a replica does not become ready, and continues there later', () => {
    const before = replicas();
    put('broken', 'parley\n');
    expect(upgrade()).toMatchObject({ status: 1, calls: ['migrate', 'start parley', 'stop parley s1 i1'] });
    expect(replicas()).toEqual(before);
    // The script ended after one of the replicas had started.
    put('broken', 'nothing\n');
    runs('parley s1 i1');
    const { status, calls } = upgrade();
    expect([status, calls.slice(0, 4)]).toEqual([
      0,
      ['migrate', 'start parley', settle, 'stop gateway s0 i0'],
    ]);
    expect(replicas()).toEqual({ 'parley s1 i1': replicaCount });
  });
});
