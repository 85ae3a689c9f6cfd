import { serviceNames } from '@parley/core';
import { Network, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';

let network: Network;
let owner: Person;

beforeAll(async () => {
  network = await Network.start({ replicas: { messaging: 2 } });
  ({ owner } = await Organization.create(network));
});
afterAll(() => network?.stop());

type Process = { service: string; instance: string; readings: Record<string, number>; version: string };

type Status = { services: string[]; processes: Process[]; space: Record<string, number | null> };

/** Number of processes: one of each service, and a second one of messaging. */
const processCount = serviceNames.length + 1;

const read = async () => (await owner.api.get('/server_status')) as unknown as Status;

/** Reads until at least `count` processes and all stores have answered in time, which they may miss on a busy machine. */
const readAll = (count = processCount) =>
  until(`${count} processes answered`, async () => {
    const status = await read();
    const isWhole = status.processes.length >= count && !Object.values(status.space).includes(null);
    return isWhole && status;
  });

it('shows every replica of every service with its readings, and the space in use', async () => {
  const { services, processes, space } = await readAll();
  expect(services).toEqual(serviceNames);
  expect(processes.map(({ service }) => service).sort()).toEqual([...serviceNames, 'messaging'].sort());
  expect(new Set(processes.map(({ instance }) => instance)).size).toBe(processes.length);
  const of = (name: string) => processes.find(({ service }) => service === name)!;
  expect(of('relay').readings).toMatchObject({ relay_active: 1, relay_lag_bytes: expect.any(Number) });
  expect(of('gateway').readings).toMatchObject({ polls: 0, requests: expect.any(Number) });
  expect(of('event-queue').readings).toMatchObject({ queues: 0, deliveries: 0 });
  expect(of('notify').readings).toMatchObject({ mails_waiting: 0 });
  for (const { readings, version } of processes) {
    expect(readings.memory_bytes).toBeGreaterThan(1_000_000);
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
  }
  expect(space).toEqual({
    database: expect.any(Number),
    log: expect.any(Number),
    log_limit: expect.any(Number),
    files: 0,
  });
  expect(space.database).toBeGreaterThan(1_000_000);
});

it('shows what the processes do at present', async () => {
  await owner.subscribe(['lunch']);
  const sends = async () => {
    await owner.send('lunch', 'Soup', 'menu');
    const { processes } = await read();
    return processes.reduce((sum, { readings }) => sum + (readings.sends ?? 0), 0);
  };
  await expect.poll(sends).toBeGreaterThan(0);
});

it('leaves out a service that is unreachable, and shows its next process as another one', async () => {
  const [relay] = network.of('relay');
  const before = (await readAll()).processes.find(({ service }) => service === 'relay')!;
  await network.stopReplica(relay!);
  const { processes } = await readAll(processCount - 1);
  expect(processes.filter(({ service }) => service === 'relay')).toEqual([]);
  await network.startReplica(relay!);
  await expect
    .poll(async () => (await read()).processes.find(({ service }) => service === 'relay')?.instance)
    .not.toBeOneOf([undefined, before.instance]);
});
