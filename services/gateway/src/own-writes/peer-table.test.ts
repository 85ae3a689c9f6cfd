import { describe, expect, it } from 'vitest';
import { PeerTable } from './peer-table.ts';

const everyMs = 100;

/** Simulates gateways whose heartbeats arrive immediately, except at gateways that are disconnected or paused. */
function gateways(...ids: string[]) {
  const tables = new Map(ids.map((id) => [id, new PeerTable(id)]));
  const silent = new Set<string>();
  let now = 0;
  return {
    table: (id: string) => tables.get(id)!,
    add: (id: string) => tables.set(id, new PeerTable(id)),
    silent,
    now: () => now,
    /** Advances the time. Every gateway sends a heartbeat at each interval. */
    pass(ms: number) {
      for (const end = now + ms; now < end; now += everyMs) {
        const connected = [...tables].filter(([id]) => !silent.has(id));
        for (const [, table] of connected) {
          const heartbeat = table.nextHeartbeat(now);
          for (const [, other] of connected) other.receive(heartbeat, now);
        }
      }
    },
  };
}

describe('a table of gateways', () => {
  it('lists all other gateways, and trusts its records after all gateways have received heartbeats from each other', () => {
    const net = gateways('a', 'b', 'c');
    net.pass(300);
    expect(net.table('a').receivesFromAll(net.now())).toBe(false);
    net.pass(500);
    for (const id of ['a', 'b', 'c']) expect(net.table(id).receivesFromAll(net.now())).toBe(true);
    expect(net.table('a').listed(net.now())).toEqual(['b', 'c']);
  });

  it('trusts its records when it is the only gateway', () => {
    const net = gateways('a');
    net.pass(800);
    expect(net.table('a').receivesFromAll(net.now())).toBe(true);
    expect(net.table('a').listed(net.now())).toEqual([]);
  });

  it('stops trusting its records before the other gateways stop listing it', () => {
    const net = gateways('a', 'b');
    net.pass(1_000);
    net.silent.add('b');
    let lastTrusted = 0;
    let lastListed = 0;
    for (let step = 0; step < 20; step++) {
      net.pass(everyMs);
      if (net.table('b').receivesFromAll(net.now())) lastTrusted = net.now();
      if (net.table('a').isListed('b', net.now())) lastListed = net.now();
    }
    expect(lastTrusted).toBeGreaterThan(0);
    expect(lastTrusted).toBeLessThan(lastListed);
  });

  it('does not trust its records while a listed gateway does not echo its heartbeats', () => {
    const net = gateways('a', 'b');
    net.pass(1_000);
    net.silent.add('b');
    net.pass(700);
    expect(net.table('a').receivesFromAll(net.now())).toBe(false);
    // Gateway b was removed from a's list. It treats its own list as outdated until it has received heartbeats for 500 ms.
    net.pass(500);
    expect(net.table('a').receivesFromAll(net.now())).toBe(true);
    expect(net.table('b').isCurrent(net.now())).toBe(false);
  });

  it('does not trust its records while a new gateway may not know it', () => {
    const net = gateways('a');
    net.pass(1_000);
    net.add('b');
    const heartbeat = net.table('b').nextHeartbeat(net.now());
    net.table('a').receive(heartbeat, net.now());
    expect(net.table('a').receivesFromAll(net.now())).toBe(false);
    net.pass(300);
    expect(net.table('a').receivesFromAll(net.now())).toBe(true);
    expect(net.table('b').hasJoined).toBe(false);
  });

  it('removes a stopped gateway from the list immediately', () => {
    const net = gateways('a', 'b');
    net.pass(1_000);
    net.table('a').remove('b');
    expect(net.table('a').listed(net.now())).toEqual([]);
  });

  it('makes an excluded gateway lose trust in its records before announcements stop waiting for it, and trust them again when included', () => {
    const net = gateways('a', 'b');
    net.pass(1_000);
    net.table('a').exclude('b');
    expect(net.table('a').audience(net.now())).toEqual([]);
    let readmissibleAt: number | undefined;
    let lastTrusted = 0;
    for (let step = 0; step < 20; step++) {
      net.pass(everyMs);
      if (net.table('b').receivesFromAll(net.now())) lastTrusted = net.now();
      if (net.table('a').readmissible(net.now()).length > 0) readmissibleAt ??= net.now();
    }
    expect(lastTrusted).toBeGreaterThan(0);
    expect(net.table('a').trustsUntilMs('b')).toBeGreaterThanOrEqual(lastTrusted);
    expect(readmissibleAt).toBeGreaterThan(lastTrusted);
    // Gateway a still receives heartbeats of b, and its own heartbeats back.
    expect(net.table('a').receivesFromAll(net.now())).toBe(true);
    const before = net.table('a').joinCount;
    net.table('a').include('b');
    expect(net.table('a').joinCount).toBe(before + 1);
    net.pass(300);
    expect(net.table('b').receivesFromAll(net.now())).toBe(true);
    expect(net.table('a').audience(net.now())).toEqual(['b']);
  });

  it('listens for half a second after a reconnection before it knows all others', () => {
    const net = gateways('a', 'b');
    net.pass(1_000);
    net.table('a').rejoin();
    expect(net.table('a').isCurrent(net.now())).toBe(false);
    net.pass(300);
    expect(net.table('a').isAnswered(net.now())).toBe(true);
    expect(net.table('a').isCurrent(net.now())).toBe(false);
    net.pass(400);
    expect(net.table('a').isCurrent(net.now())).toBe(true);
  });
});
