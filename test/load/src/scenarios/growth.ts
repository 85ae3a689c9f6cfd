import { type ServiceName, serviceNames } from '@parley/core';
import { Cluster } from '@parley/test-kit';
import type { Bench } from '../bench.ts';
import { fillOrganization } from '../growth/fill.ts';
import { fillMessages } from '../growth/fill-messages.ts';
import { longestPauses, measureBoth } from '../growth/measure.ts';
import { measurePings } from '../growth/presence.ts';
import { requests } from '../growth/requests.ts';
import { liveMemory, restart } from '../growth/restart.ts';
import { openSide, type Side } from '../growth/side.ts';
import { larger, smaller, times } from '../growth/size.ts';
import type { Figure, Growth } from '../report.ts';

const restarts = 1;
/** A high limit, because a single person registers many queues. */
const starting = { env: { PARLEY_EVENT_QUEUE_MAX_PER_PERSON: '5000' } };

/** Measures everything that may depend on the size of an organization, with 10,000 and with 50,000 people. */
export async function growth(say: Bench['say']): Promise<Figure[]> {
  say('Starting every service twice');
  await using small = await Cluster.start(starting);
  await using large = await Cluster.start(starting);
  const sides = [openSide(small, smaller), openSide(large, larger)];
  try {
    say(`Filling organizations of ${smaller.people} and ${larger.people} people`);
    await Promise.all(sides.map(fill));
    const figures = await measureStarts(sides, say);
    for (const request of requests) {
      const [less, more] = await measureBoth(sides, request, say);
      const { what, atMost } = request;
      const figure = figureOf('requests', what);
      const method = `${request.count * 3} requests one after the other by one client, in alternation with the smaller organization`;
      figures.push(
        figure('CPU', less!.cpuMs, more!.cpuMs, 'ms', method, atMost),
        figure('p50', less!.p50, more!.p50, 'ms', method),
        figure('answer', less!.bytes / 1024, more!.bytes / 1024, 'KiB', method),
        figure('longest pause', less!.longestPauseMs, more!.longestPauseMs, 'ms', method),
      );
    }
    figures.push(...(await measurePresence(sides, say)));
    figures.push(...(await measureMemory(sides, 'memory in use', say)));
    return figures;
  } finally {
    await Promise.all(sides.map(({ pool }) => pool.close()));
  }
}

async function fill({ cluster, size }: Side): Promise<void> {
  await fillOrganization(cluster, size);
  await fillMessages(cluster.databaseUrl, size);
}

/** Measures how long each service takes to become ready, and its memory at that time. */
async function measureStarts(sides: readonly Side[], say: Bench['say']): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const service of serviceNames) {
    const took = sides.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < restarts; round++)
      for (const [at, { cluster }] of sides.entries())
        took[at] = Math.min(took[at]!, await restart(cluster, service));
    for (const { cluster, size } of sides) {
      const pause = (await longestPauses(cluster)).get(service)!;
      say(`${service}, ${size.people} people: longest pause of the start ${Math.round(pause)} ms`);
    }
    const method = 'from the start of a process until /readyz is 200';
    figures.push(figureOf('services', service)('start', took[0]!, took[1]!, 'ms', method, times));
  }
  return [...figures, ...(await measureMemory(sides, 'memory after the start', say))];
}

async function measureMemory(
  sides: readonly Side[],
  measure: Growth['measure'],
  say: Bench['say'],
): Promise<Figure[]> {
  const [less, more] = [await liveMemory(sides[0]!.cluster), await liveMemory(sides[1]!.cluster)];
  say(`${measure}: ${[...more].map(([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(1)} MB`).join(', ')}`);
  const mb = (of: ReadonlyMap<ServiceName, number>, service: ServiceName) => of.get(service)! / 1e6;
  return serviceNames.map((service) =>
    figureOf('services', service)(
      measure,
      mb(less, service),
      mb(more, service),
      'MB',
      'heap and buffers after a full collection',
      times,
    ),
  );
}

async function measurePresence(sides: readonly Side[], say: Bench['say']): Promise<Figure[]> {
  const less = await measurePings(sides[0]!, say);
  const more = await measurePings(sides[1]!, say);
  const figure = figureOf('requests', 'ping, all people online');
  const method = 'everybody pings once a minute and asks what changed since, 8 s';
  return [
    figure('CPU', less.cpuMs, more.cpuMs, 'ms', method, 1.2),
    figure('p50', less.p50, more.p50, 'ms', method),
    figure('answer', less.bytes / 1024, more.bytes / 1024, 'KiB', method),
  ];
}

/** Returns a function that creates the figures of a table row. */
const figureOf =
  (table: Growth['table'], what: string) =>
  (
    measure: Growth['measure'],
    less: number,
    value: number,
    unit: string,
    method: string,
    atMost?: number,
  ): Figure => ({
    name: `growth: ${what}, ${measure}`,
    value,
    unit,
    growth: { table, what, measure, smaller: less },
    ...(atMost !== undefined && { aim: `≤ ${atMost} ×`, met: value <= atMost * less }),
    method,
  });
