import { until } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Place, type RelayProcess, type Servers, startServers } from './harness.ts';
import { committed, faults, Writers } from './writers.ts';

let servers: Servers;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers?.[Symbol.asyncDispose]());

const isActive = ({ lines }: RelayProcess) => lines.some((line) => line.includes('"role":"active"'));

/** Waits until the writers have written `count` more events. */
const more = (writers: Writers, count: number) => {
  const goal = writers.count + count;
  return until('more writes', () => writers.count >= goal);
};

async function settle(
  place: Place,
  writers: Writers,
  following: ReturnType<Place['follow']>,
): Promise<number[]> {
  await writers.stop();
  const expected = await committed(place);
  await until(`all ${expected.length} events`, () => following.seen.length >= expected.length).catch(
    () => undefined,
  );
  return expected;
}

describe('each committed event is in the log exactly once, in commit order', () => {
  it('when the relay is killed repeatedly', async () => {
    const place = await servers.place('kill_relay');
    let relay = await place.relayProcess();
    await until('an active relay', () => isActive(relay));
    const following = place.follow();
    const writers = new Writers(place);
    for (let round = 0; round < 4; round++) {
      await more(writers, 300);
      relay.child.kill('SIGKILL');
      relay = await place.relayProcess();
      await until('an active relay', () => isActive(relay));
    }
    await more(writers, 300);
    const expected = await settle(place, writers, following);
    expect(faults(following, expected, writers)).toEqual([]);
    expect(following.epochs).toHaveLength(1);
  });

  it('when the relay is killed and a standby takes over', async () => {
    const place = await servers.place('kill_to_standby');
    const first = await place.relayProcess();
    await until('an active relay', () => isActive(first));
    const second = await place.relayProcess();
    await until('a standby', () => second.lines.some((line) => line.includes('"role":"standby"')));
    const ready = await fetch(`http://127.0.0.1:${second.port}/readyz`);
    expect(ready.status).toBe(200);
    const following = place.follow();
    const writers = new Writers(place);
    await more(writers, 300);
    first.child.kill('SIGKILL');
    await until('the standby to be active', () => isActive(second));
    await more(writers, 300);
    const expected = await settle(place, writers, following);
    expect(faults(following, expected, writers)).toEqual([]);
    expect(following.epochs).toHaveLength(1);
  });

  it('when the active relay is frozen, replaced, and resumes', async () => {
    const place = await servers.place('frozen_relay');
    const first = await place.relayProcess();
    await until('an active relay', () => isActive(first));
    const second = await place.relayProcess();
    const following = place.follow();
    const writers = new Writers(place);
    for (const [old, next] of [
      [first, second],
      [second, first],
    ] as const) {
      await more(writers, 200);
      const before = next.lines.filter((line) => line.includes('"role":"active"')).length;
      old.child.kill('SIGSTOP');
      await until(
        'the standby to take over',
        () => next.lines.filter((line) => line.includes('"role":"active"')).length > before,
      );
      await more(writers, 100);
      old.child.kill('SIGCONT');
      await more(writers, 400);
    }
    const expected = await settle(place, writers, following);
    expect(faults(following, expected, writers)).toEqual([]);
    expect(following.epochs).toHaveLength(1);
  });

  it.each([
    ['NATS', 'kill_nats', () => servers.nats],
    ['PostgreSQL', 'kill_postgres', () => servers.postgres],
  ] as const)('when %s is killed', async (_name, placeName, server) => {
    const place = await servers.place(placeName);
    await place.relay();
    const following = place.follow();
    const writers = new Writers(place);
    for (let round = 0; round < 3; round++) {
      await more(writers, 300);
      await server().restart({ hard: true });
    }
    await more(writers, 300);
    const expected = await settle(place, writers, following);
    expect(faults(following, expected, writers)).toEqual([]);
    expect(following.epochs).toHaveLength(1);
    await until('freshness', () => following.follower.freshness.isFresh());
  });

  it('when NATS is unreachable until the memory for pending events is full', async () => {
    const place = await servers.place('nats_away');
    const relay = await place.relay({ maxPendingBytes: 2 ** 20 });
    const following = place.follow();
    const metric = async (name: string) => {
      const text = await (await fetch(`http://127.0.0.1:${relay.opsPort}/metrics`)).text();
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
    };
    await servers.nats.stop();
    const padding = 'x'.repeat(2000);
    await place.client(async (client) => {
      await client.query('insert into things select generate_series(0, 19999)');
      for (let n = 0; n < 20_000; n += 1000) {
        await client.query(
          `select log.emit(convert_to(e, 'utf8'), n) from (
             select n, chr(10) || chr(length(k)) || k as e from (
               select n, 'test.thing.' || n || '.' || right($3, 60) as k from generate_series($1::int, $2::int) n) a) b`,
          [n, n + 999, padding],
        );
      }
    });
    await until('the relay to lag', async () => (await metric('parley_relay_lag_bytes')) > 2 ** 20);
    // The test waits longer than the time after which the server closes a silent connection.
    const heldFor = performance.now() + 3000;
    await until('the server to lose patience', () => performance.now() > heldFor);
    expect(await metric('parley_relay_held_bytes')).toBeLessThan(2 * 2 ** 20);
    await servers.nats.start();
    await until('all events', () => following.seen.length >= 20_000);
    expect(faults(following, await committed(place))).toEqual([]);
    expect(await metric('parley_relay_sessions_lost_total')).toBe(0);
  });

  it('when everything is killed at the same time', async () => {
    const place = await servers.place('kill_everything');
    let relay = await place.relayProcess();
    await until('an active relay', () => isActive(relay));
    const following = place.follow();
    const writers = new Writers(place);
    for (let round = 0; round < 2; round++) {
      await more(writers, 300);
      relay.child.kill('SIGKILL');
      await Promise.all([servers.nats.restart({ hard: true }), servers.postgres.restart({ hard: true })]);
      relay = await place.relayProcess();
      await until('an active relay', () => isActive(relay));
    }
    await more(writers, 300);
    const expected = await settle(place, writers, following);
    expect(faults(following, expected, writers)).toEqual([]);
    expect(following.epochs).toHaveLength(1);
  });
});
