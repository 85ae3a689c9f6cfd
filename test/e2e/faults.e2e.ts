import { setTimeout as pass } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { serverNames } from './containers.ts';
import { Deployment } from './deployment.ts';
import { disturbEach, observe, type Used } from './disturbing.ts';
import { queues, Traffic } from './traffic.ts';

// The promises of README.md#what-parley-promises about failing processes, on a real deployment: after any fault of a
// container, all acknowledged data exists exactly once, and all operations work again soon.

let deployment: Deployment;
let traffic: Traffic;
const used = (): Used => ({ deployment, traffic });
beforeAll(async () => {
  deployment = await Deployment.of(inject('run'));
  traffic = await Traffic.start(deployment);
});
afterAll(async () => {
  await traffic?.[Symbol.asyncDispose]();
});

disturbEach(['parley', ...serverNames, 'edge'], used);

describe('servers', () => {
  it('PostgreSQL is restarted', async (context) => {
    const row = await observe(context, used(), 'PostgreSQL restarted', 'postgresql', async () => {
      await deployment.shutDown('postgresql');
      await deployment.start('postgresql');
    });
    expect(row.registeredAgain).toBe(0);
  });

  it('NATS is stopped for a minute', async (context) => {
    const row = await observe(context, used(), 'NATS gone for 60 s', 'nats', async () => {
      await deployment.kill('nats');
      await pass(60_000);
      await deployment.start('nats');
    });
    expect(row.registeredAgain).toBe(0);
  });

  it('NATS loses its disk, and all clients have to re-register', async (context) => {
    const row = await observe(context, used(), 'disk of NATS wiped', 'nats', async () => {
      await deployment.kill('nats');
      await deployment.replace('nats');
    });
    expect(row.registeredAgain).toBe(queues);
  });
});
