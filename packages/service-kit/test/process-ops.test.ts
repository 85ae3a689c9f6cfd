import { createLogger } from '@parley/core';
import { Counter, Registry } from 'prom-client';
import { afterEach, expect, it, vi } from 'vitest';
import { createRegistry, defineService, ProcessOps } from '../src/index.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const ops = { host: '127.0.0.1', port: 0 };
afterEach(() => vi.useRealTimers());

/** Starts two services of one process, of which each counts something under the same name. */
async function startProcess(entrance?: string) {
  const processOps = new ProcessOps({ ...ops, entrance });
  let isSecondReady: true | string = true;
  const registries = [createRegistry(), createRegistry()];
  const services = (['channel', 'upload'] as const).map((name, index) =>
    defineService(
      { name, logLevel: 'silent', logger, ops, processOps, registry: registries[index]! },
      async (parts) => {
        const registers = [parts.registry];
        const counter = new Counter({
          name: 'parley_jobs_total',
          help: 'Jobs.',
          labelNames: ['kind'],
          registers,
        });
        counter.inc({ kind: 'a' }, index + 1);
        if (index === 1) new Counter({ name: 'parley_own_total', help: 'Own.', registers }).inc();
        parts.check('stores', () => (index === 0 ? true : isSecondReady));
        return {};
      },
    ),
  );
  const port = await processOps.start();
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, text: await response.text() };
  };
  return {
    services,
    get,
    setSecondReady: (outcome: true | string) => {
      isSecondReady = outcome;
    },
    async [Symbol.asyncDispose]() {
      for (const service of services) await service.stop();
      await processOps.stop();
    },
  };
}

it('a process with an entrance waits for all services once, and is then as ready as its entrance', async () => {
  await using process = await startProcess('channel');
  const { services, get, setSecondReady } = process;
  const [first, second] = services;
  await first!.start();
  expect((await get('/readyz')).status).toBe(503);
  await second!.start();
  expect((await get('/readyz')).status).toBe(200);
  setSecondReady('the store does not answer');
  const { status, text } = await get('/readyz');
  expect([status, JSON.parse(text)]).toMatchObject([
    200,
    { ready: true, services: { upload: { ready: false } } },
  ]);
  setSecondReady(true);
  await first!.stop();
  expect((await get('/readyz')).status).toBe(503);
});

it('a process with an entrance takes requests after a minute, also while another service is not ready', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  await using process = await startProcess('channel');
  await process.services[0]!.start();
  expect((await process.get('/readyz')).status).toBe(503);
  vi.advanceTimersByTime(59_000);
  expect((await process.get('/readyz')).status).toBe(503);
  vi.advanceTimersByTime(1_000);
  expect((await process.get('/readyz')).status).toBe(200);
});

it('one port reports the readiness of each service', async () => {
  await using process = await startProcess();
  const { services, get, setSecondReady } = process;
  const readyz = async () => {
    const { status, text } = await get('/readyz');
    return { status, body: JSON.parse(text) };
  };
  const [first, second] = services;
  await first!.start();
  expect(await readyz()).toMatchObject({
    status: 503,
    body: { ready: false, services: { channel: { ready: true }, upload: { ready: false } } },
  });
  await second!.start();
  expect((await readyz()).status).toBe(200);
  setSecondReady('the store does not answer');
  expect(await readyz()).toMatchObject({
    status: 503,
    body: { services: { upload: { checks: { stores: 'the store does not answer' } } } },
  });
});

it('one page has the metrics of all services with the label `service`, and those of the process once', async () => {
  await using process = await startProcess();
  const { services, get } = process;
  for (const service of services) await service.start();
  for (let reads = 0; reads < 2; reads++) {
    const { text } = await get('/metrics');
    const lines = text.split('\n');
    const count = (start: string) => lines.filter((line) => line.startsWith(start)).length;
    expect(count('# TYPE parley_jobs_total ')).toBe(1);
    const at = lines.indexOf('# TYPE parley_jobs_total counter');
    expect(lines.slice(at + 1, at + 3)).toEqual([
      'parley_jobs_total{kind="a",service="channel"} 1',
      'parley_jobs_total{kind="a",service="upload"} 2',
    ]);
    expect(count('parley_own_total{service="upload"} 1')).toBe(1);
    expect(count('parley_build_info{')).toBe(1);
    expect(count('parley_process_process_cpu_seconds_total ')).toBe(1);
  }
  const { text } = await get('/metrics?name[]=parley_own_total');
  expect(text.trim().split('\n')).toEqual([
    '# HELP parley_own_total Own.',
    '# TYPE parley_own_total counter',
    'parley_own_total{service="upload"} 1',
  ]);
});

it('the page has the format OpenMetrics when the registries have it', async () => {
  const open = () => {
    const registry = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>();
    registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    return registry as unknown as Registry;
  };
  const processOps = new ProcessOps({ ...ops, registry: open() });
  for (const [index, name] of ['channel', 'upload'].entries()) {
    const registry = open();
    new Counter({ name: 'parley_jobs_total', help: 'Jobs.', registers: [registry] }).inc(index + 1);
    processOps.add(name, { registry, logger, ready: () => [] });
  }
  const port = await processOps.start();
  const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await processOps.stop();
  expect(page).toBe(`# HELP parley_jobs Jobs.
# TYPE parley_jobs counter
parley_jobs_total{service="channel"} 1
parley_jobs_total{service="upload"} 2
# EOF
`);
});
