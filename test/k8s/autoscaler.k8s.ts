import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceName } from '@parley/core';
import { until } from '@parley/test-kit';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../e2e/compose.ts';
import { Crowd } from '../e2e/crowd.ts';
import { Monitoring } from './monitoring.ts';
import { Users } from './observing.ts';

const crowdOptions = { name: 'waiting', channels: 20, queuesPerChannel: 20, topicsPerChannel: 1 };
const sendsPerSecond = 5;
/**
 * Time limit of a change of the number of pods: metrics are averages over a minute, and at most one pod is removed every two
 * minutes.
 */
const mostSeconds = 420;

const autoscaling = 'services.gateway.autoscaling';
const small = {
  [`${autoscaling}.enabled`]: true,
  [`${autoscaling}.maxReplicas`]: 4,
  [`${autoscaling}.scaleUpSeconds`]: 15,
  [`${autoscaling}.scaleDownSeconds`]: 30,
  [`${autoscaling}.podMetrics.parley_gateway_polls_waiting`]: '50',
  // A high limit, because other work on the machine delays the event loop too.
  [`${autoscaling}.podMetrics.parley_process_nodejs_eventloop_lag_p99_seconds`]: '2',
};

it('the autoscaler adds gateways when polls wait, and removes them when the polls have gone', async (context) => {
  const users = await Users.ofRun();
  const { installation } = users;
  await using monitoring = await Monitoring.start(installation);
  for (const [service, metric] of readPodMetrics())
    await until(
      `every pod of ${service} has ${metric}`,
      () => isServed(monitoring, service, metric),
      150_000,
    );
  try {
    const options = Object.entries(small).flatMap(([name, value]) => [
      typeof value === 'string' ? '--set-string' : '--set',
      `${name}=${value}`,
    ]);
    await users.during(context, 'change', 'autoscaling of the gateway switched on', async () => {
      await installation.upgrade(...options);
      await untilGateways(2);
    });
    const polls = crowdOptions.channels * crowdOptions.queuesPerChannel;
    await users.during(
      context,
      'change',
      `gateway scaled from 2 to 4 by its autoscaler: ${polls} polls wait`,
      async () => {
        await using crowd = await Crowd.gather(installation, crowdOptions);
        const seen = await crowd.during(sendsPerSecond, () => untilGateways(4));
        expect.soft(seen).toMatchObject({ failedSends: 0, failedPolls: 0, lost: 0, missed: 0, repeated: 0 });
      },
    );
    await users.during(
      context,
      'change',
      'gateway scaled from 4 to 2 by its autoscaler: the polls have gone',
      () => untilGateways(2),
    );
  } finally {
    await installation.upgrade();
  }

  async function untilGateways(replicas: number): Promise<void> {
    try {
      // This takes minutes, in which watching costs less than polling.
      for (const count of ['replicas', 'readyReplicas'])
        await installation.kubectl(
          ...['wait', 'deployment/parley-gateway', `--for=jsonpath={.status.${count}}=${replicas}`],
          `--timeout=${mostSeconds}s`,
        );
    } catch (error) {
      const seen = await installation.kubectl('describe', 'horizontalpodautoscaler', 'parley-gateway');
      throw new Error(`There are not ${replicas} gateways.\n${seen}`, { cause: error });
    }
  }

  async function isServed(from: Monitoring, service: ServiceName, metric: string): Promise<boolean> {
    const values = await from.read(service, metric).catch(() => new Map());
    if ((await installation.podsOf(service)).every((pod) => values.has(pod))) return true;
    await sleep(1_000);
    return false;
  }
}, 1_500_000);

/** Returns the metrics by which the chart's autoscalers choose the number of pods, each with its service. */
function readPodMetrics(): [ServiceName, string][] {
  const { services } = parse(readFileSync(join(root, 'deploy/helm/parley/values.yaml'), 'utf8'));
  return Object.entries(services as Record<ServiceName, { autoscaling?: { podMetrics?: object } }>).flatMap(
    ([service, { autoscaling: own }]) =>
      Object.keys(own?.podMetrics ?? {}).map((metric): [ServiceName, string] => [
        service as ServiceName,
        metric,
      ]),
  );
}
