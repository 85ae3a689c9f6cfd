import { serviceNames } from '@parley/core';
import { afterAll, beforeAll, describe, expect, inject, it, type TestContext } from 'vitest';
import { type ContainerName, serverNames } from './containers.ts';
import { Deployment } from './deployment.ts';
import { type Observed, queues, Traffic } from './traffic.ts';

// The promises of README.md#what-parley-promises about failing processes, on a real deployment: after any fault of a
// container, all acknowledged data exists exactly once, and all operations work again soon.

const faultMs = 5_000;
const recoveryMs = 10_000;
/**
 * A fault causes fewer failed requests than this. A request fails when the process that handles it is killed, and its
 * client retries. Other requests wait.
 */
const maxFailed = 30;
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const seconds = faultMs / 1_000;

let deployment: Deployment;
let traffic: Traffic;
beforeAll(async () => {
  deployment = await Deployment.of(inject('run'));
  traffic = await Traffic.start(deployment);
});
afterAll(async () => {
  await traffic?.[Symbol.asyncDispose]();
});

/** Adds the row of the fault to the table, and checks the invariants of every fault. */
async function observe(
  { task }: TestContext,
  fault: string,
  name: ContainerName,
  disturb: (replica: number) => Promise<void>,
): Promise<Observed> {
  const replica = name === 'relay' ? await deployment.activeRelay() : 1;
  await deployment.ready(name, replica);
  const isOver = () => deployment.isReady(name, replica);
  const row = await traffic.during(fault, () => disturb(replica), isOver);
  task.meta.observed = [...(task.meta.observed ?? []), row];
  expect(row).toMatchObject({ details: [], lost: 0, twice: 0, missed: 0, repeated: 0 });
  expect(row.recoveredMs).toBeLessThan(recoveryMs);
  // There is one balancer. While it does not run every attempt fails, and clients decide how many they make.
  if (name !== 'edge') expect(row.failed).toBeLessThan(maxFailed);
  return row;
}

describe.each([...serviceNames, ...serverNames, 'edge' as const])('%s', (name) => {
  it('is killed and restarted', async (context) => {
    const row = await observe(context, `${name} killed, started 1 s later`, name, async (replica) => {
      await deployment.kill(name, replica);
      await pass(1_000);
      await deployment.start(name, replica);
    });
    expect(row.registeredAgain).toBe(0);
  });

  it('is frozen and resumed', async (context) => {
    const row = await observe(context, `${name} frozen for ${seconds} s`, name, async (replica) => {
      await deployment.freeze(name, replica);
      await pass(faultMs);
      await deployment.thaw(name, replica);
    });
    expect(row.registeredAgain).toBe(0);
  });

  it('is disconnected from the network and reconnected', async (context) => {
    const fault = `${name} without network for ${seconds} s, back at another address`;
    const row = await observe(context, fault, name, async (replica) => {
      await deployment.disconnect(name, replica);
      await pass(faultMs);
      await deployment.connect(name, replica);
    });
    expect(row.registeredAgain).toBe(0);
  });
});

describe('servers', () => {
  it('PostgreSQL is restarted', async (context) => {
    const row = await observe(context, 'PostgreSQL restarted', 'postgresql', async () => {
      await deployment.shutDown('postgresql');
      await deployment.start('postgresql');
    });
    expect(row.registeredAgain).toBe(0);
  });

  it('NATS is stopped for a minute', async (context) => {
    const row = await observe(context, 'NATS gone for 60 s', 'nats', async () => {
      await deployment.kill('nats');
      await pass(60_000);
      await deployment.start('nats');
    });
    expect(row.registeredAgain).toBe(0);
  });

  it('NATS loses its disk, and all clients have to re-register', async (context) => {
    const row = await observe(context, 'disk of NATS wiped', 'nats', async () => {
      await deployment.kill('nats');
      await deployment.replace('nats');
    });
    expect(row.registeredAgain).toBe(queues);
  });
});
