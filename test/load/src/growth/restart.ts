import { type ServiceName, serviceNames } from '@parley/core';
import type { Cluster } from '@parley/test-kit';
import { liveBytes } from '../live-memory.ts';

/** Returns the live memory of each service in bytes: the memory that remains after a full garbage collection. */
export async function liveMemory(cluster: Cluster): Promise<Map<ServiceName, number>> {
  const bytes = new Map<ServiceName, number>();
  for (const service of serviceNames) bytes.set(service, await liveBytes(cluster.pidOf(service)));
  return bytes;
}

/**
 * Kills a service, which the launcher then restarts. Returns the time in milliseconds between the start of the new process and
 * its readiness.
 */
export async function restart(cluster: Cluster, service: ServiceName): Promise<number> {
  const before = cluster.pidOf(service);
  process.kill(before, 'SIGKILL');
  while (cluster.processes().every((each) => each.service !== service || each.pid === before)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const started = performance.now();
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${cluster.opsPortOf(service)}/readyz`).catch(
      () => undefined,
    );
    await answer?.body?.cancel();
    if (answer?.ok) return performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
