import type { TestProject } from 'vitest/node';
import { say } from '../e2e/docker.ts';
import { startCluster } from './cluster.ts';
import { install } from './installation.ts';
import type { Prepared } from './main.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    prepared: Prepared;
  }
}

/** Starts the cluster, the stores and the chart. Everything ends with the namespaces of this process. */
export default async function setUp(project: TestProject): Promise<void> {
  const text = process.env.PARLEY_K8S_PREPARED;
  if (text === undefined) throw new Error('Start these tests with: npm run test:k8s');
  const prepared = JSON.parse(text) as Prepared;
  const { place, archives } = prepared;
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
  const cluster = await startCluster(place, (node) =>
    node === 'stores' ? archives.stores : archives.services,
  );
  say(`The cluster is ready (${seconds()})`);
  await install(cluster);
  say(`Parley is installed (${seconds()})`);
  project.provide('prepared', prepared);
}
