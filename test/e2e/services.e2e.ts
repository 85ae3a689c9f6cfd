import { serviceNames } from '@parley/core';
import { afterAll, beforeAll } from 'vitest';
import { beginRun, endRun, type Run } from './containers.ts';
import { type Deployment, deploy } from './deployment.ts';
import { disturbEach } from './disturbing.ts';
import { Traffic } from './traffic.ts';

// The same promises for a single service. Each has containers of its own here, as with the chart's `layout: separate`, so that a fault
// of one is not a fault of the others.

let run: Run;
let deployment: Deployment;
let traffic: Traffic;
beforeAll(async () => {
  run = await beginRun();
  deployment = await deploy(run, { layout: 'separate' });
  traffic = await Traffic.start(deployment);
}, 1_200_000);
afterAll(async () => {
  await traffic?.[Symbol.asyncDispose]();
  if (run) await endRun(run);
});

disturbEach(serviceNames, () => ({ deployment, traffic }));
