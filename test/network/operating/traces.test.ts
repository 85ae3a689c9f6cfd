import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTracing } from '@parley/service-kit';
import { Network, Organization, until } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';

type Sent = {
  /** Name of the service that has recorded the span. */
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  links?: { traceId: string }[];
  attributes: { key: string; value: Record<string, unknown> }[];
};

type ResourceSpans = {
  resource: { attributes: { key: string; value: { stringValue: string } }[] };
  scopeSpans: { spans: Sent[] }[];
};

/** Starts a fake collector that receives spans with the OTLP protocol. */
async function startCollector() {
  const spans: Sent[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text) as { resourceSpans: ResourceSpans[] };
    if (request.url === '/v1/traces') {
      for (const { resource, scopeSpans } of body.resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === 'service.name')!.value.stringValue;
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push({ ...span, service });
      }
    }
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let collector: Awaited<ReturnType<typeof startCollector>>;
let network: Network;
let organization: Organization;
const started = new AsyncDisposableStack();

beforeAll(async () => {
  collector = started.use(await startCollector());
  // Starts tracing before the services, as a process does. Otherwise metrics would not contain trace IDs.
  const tracing = await startTracing({ service: 'all', url: collector.url, ratio: 1 });
  started.defer(() => tracing.stop());
  network = started.use(await Network.start({ layout: 'separate' }));
  organization = await Organization.create(network);
});

afterAll(() => started.disposeAsync());

it('records one trace of a message: its send, calls, statements, the log, and the polls that it answers', async () => {
  const { alice, bob } = await organization.add('alice', 'bob');
  await alice.subscribe(['lunch']);
  await bob.subscribe(['lunch']);
  const queue = await bob.register({ event_types: ['message'] });

  await using inbox = queue.start();
  const id = await alice.send('lunch', 'a message that must not be in any trace', 'menu');
  await inbox.waitFor((events) => events.find((each) => each.message?.id === id));
  const trace = await until('the whole trace has been collected', () => {
    const sent = collector.spans.find(({ name }) => name === 'send-message');
    const found = collector.spans.filter(({ traceId }) => traceId === sent?.traceId);
    const names = new Set(found.map(({ name }) => name));
    const isWhole = ['send-message', 'sendMessage', 'postgresql', 'publish', 'deliver'].every((each) =>
      names.has(each),
    );
    return (
      isWhole && found.some(({ name, parentSpanId }) => name === 'send-message' && !parentSpanId) && found
    );
  });

  const parentOf = (span: Sent) => trace.find(({ spanId }) => spanId === span.parentSpanId);
  const path = (span: Sent | undefined): string[] => (span ? [...path(parentOf(span)), span.name] : []);
  const named = (name: string) => trace.filter((span) => span.name === name);
  const call = ['send-message', 'sendMessage', 'sendMessage'];
  expect(named('publish').map(path)).toContainEqual([...call, 'publish']);
  expect(named('deliver').map(path)).toContainEqual([...call, 'deliver']);
  expect(named('postgresql').map(path)).toContainEqual([...call, 'postgresql']);

  // All services run in this process, and yet each span names its own.
  const services = (name: string) => new Set(named(name).map(({ service }) => service));
  expect(services('send-message')).toEqual(new Set(['parley-gateway']));
  expect(services('sendMessage')).toEqual(new Set(['parley-gateway', 'parley-messaging']));
  // Services that messaging asks for facts may read their databases, too.
  expect(services('postgresql')).toContain('parley-messaging');
  expect(services('publish')).toEqual(new Set(['parley-relay']));
  expect(services('deliver')).toEqual(new Set(['parley-event-queue']));

  // The answered poll has its own trace. The span of the delivery links to it.
  const links = new Set(named('deliver').flatMap((span) => span.links?.map(({ traceId }) => traceId) ?? []));
  await until('the trace of the poll has been collected', () =>
    collector.spans.some(({ name, traceId }) => name === 'get-events' && links.has(traceId)),
  );
  expect(JSON.stringify(collector.spans)).not.toContain('must not be in any trace');
  // Verifies that metrics lead to traces: the histogram has exemplars with trace IDs.
  const gateway = network.replicas.find(({ service }) => service === 'gateway')!;
  const metrics = await fetch(`http://127.0.0.1:${gateway.ports.ops}/metrics`);
  expect(metrics.headers.get('content-type')).toContain('application/openmetrics-text');
  const exemplar =
    /^parley_gateway_request_seconds_bucket\{[^}]*operation="send-message"[^}]*\} \d+ # \{trace_id="([0-9a-f]{32})"\}/m;
  expect(exemplar.exec(await metrics.text())?.[1]).toBe(trace[0]!.traceId);
});

it('a registration with everything takes few statements of each service', async () => {
  const { carol } = await organization.add('carol');
  await carol.subscribe(['lunch']);
  await network.caughtUp();
  const capabilities = ['archived_channels', 'linkifier_url_template', 'notification_settings_null'];
  const register = () =>
    carol.register({
      client_capabilities: Object.fromEntries(capabilities.map((name) => [name, true])),
    });
  const whole = () => collector.spans.filter(({ name }) => name === 'register-queue');
  const before = whole().length;
  // The first one reads the lists that later ones share.
  for (let round = 0; round < 3; round++) await register();
  await until('the registrations have been collected', () => whole().length === before + 3);
  const { traceId } = whole().at(-1)!;
  const statements = collector.spans.filter((span) => span.name === 'postgresql' && span.traceId === traceId);
  const services = Map.groupBy(statements, ({ service }) => service.replace('parley-', ''));
  const { notify = 0, ...counts } = Object.fromEntries(
    Array.from(services, ([name, { length }]) => [name, length]),
  );
  // One each is the snapshot. Statements of several fields are joined (`SnapshotTx.small`).
  expect(counts).toEqual({ 'user-admin': 4, channel: 4, messaging: 5, upload: 1 });
  // The gateway keeps the devices. It asks again where it was late with the log, as on a busy machine.
  expect([0, 2]).toContain(notify);
});
