/**
 * Measures `GET /users` over HTTP with many accounts: its duration, and the delay that it causes for other requests. The
 * services user-admin and gateway run as separate processes. Each measures the delay of its own event loop.
 *
 *     node --conditions=parley-source services/user-admin/bench/users.ts
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { silentLogger } from '@parley/core';
import { createDb, sql } from '@parley/db';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { backgroundCall, createRpcClient } from '@parley/rpc';
import { createTestDatabase, startServers } from '@parley/test-servers';
import { Registry } from 'prom-client';

const accounts = Number(process.env.BENCH_ACCOUNTS ?? 50_000);
const runs = Number(process.env.BENCH_RUNS ?? 7);
const services = join(import.meta.dirname, '..', '..');

await using servers = await startServers();
const database = await createTestDatabase(servers.urls);
const nowhere = '127.0.0.1:1';
const shared = {
  ...process.env,
  PARLEY_ENV: 'development',
  PARLEY_RPC_SECRET: 'a secret of the benchmark',
  PARLEY_SECRET_KEY: 'a key of 32 or more characters for benchmarks',
  PARLEY_PUBLIC_URL: 'http://127.0.0.1:9991',
  PARLEY_NATS_URL: servers.urls.nats,
  PARLEY_NATS_PREFIX: 'bench',
  PARLEY_USER_ADMIN_DATABASE_URL: database.urlOf('user-admin'),
  PARLEY_MESSAGING_ADDRESSES: nowhere,
  PARLEY_NOTIFY_ADDRESSES: nowhere,
  PARLEY_CHANNEL_ADDRESSES: nowhere,
  PARLEY_UPLOAD_ADDRESSES: nowhere,
  PARLEY_EVENT_QUEUE_ADDRESSES: nowhere,
};

type Ports = { rpcPort: number; opsPort: number; httpPort: number };

/** Starts a service. Waits until it has logged its ports. */
async function start(service: string, env: NodeJS.ProcessEnv) {
  const main = join(services, service, 'src', 'main.ts');
  const child = spawn(process.execPath, ['--conditions=parley-source', main], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { msg: string } & Ports;
    if (entry.msg !== 'ready') continue;
    child.stdout.resume();
    return {
      ports: entry,
      async stop() {
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }
  throw new Error(`${service} ended`);
}

/** Returns the CPU time that a service has used, in seconds. */
async function processorSeconds(opsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  return Number(/^parley_process_process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

/** Returns the event loop delay of a service since the last call, in milliseconds. The service measures it itself. */
async function loopDelay(opsPort: number): Promise<{ p99: number; max: number }> {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  const read = (name: string) =>
    1000 *
    Number(new RegExp(`^parley_process_nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1]);
  return { p99: read('p99'), max: read('max') };
}

const userAdmin = await start('user-admin', shared);
const rpcAddress = `127.0.0.1:${userAdmin.ports.rpcPort}`;
const operator = createRpcClient(UserAdminServiceService, {
  addresses: [rpcAddress],
  secret: shared.PARLEY_RPC_SECRET,
});
await operator.createOrganization(
  { name: 'Bench', ownerEmail: 'owner@b.example', ownerPassword: 'parley-bench', ownerFullName: 'Owner' },
  backgroundCall(),
);
const { apiKey } = await operator.devFetchApiKey({ username: 'owner@b.example' }, backgroundCall());
operator.close();
const db = createDb({
  url: database.adminUrl,
  poolSize: 1,
  logger: silentLogger,
  registry: new Registry(),
  applicationName: 'bench',
});
await db.execute(sql`insert into user_admin.users
    (delivery_email, delivery_email_key, email, email_key, full_name, role, timezone)
  select address, address, address, address, 'Person Number ' || n, 400, 'Europe/Berlin'
    from (select n, 'person' || n || '@b.example' as address from generate_series(1, ${accounts}::int) as n) as p`);
await db.execute(sql`analyze user_admin.users`);
await db.close();

const gateway = await start('gateway', { ...shared, PARLEY_USER_ADMIN_ADDRESSES: rpcAddress });
const headers = { authorization: `Basic ${Buffer.from(`owner@b.example:${apiKey}`).toString('base64')}` };
const url = `http://127.0.0.1:${gateway.ports.httpPort}/api/v1`;

async function timed(path: string): Promise<{ ms: number; bytes: number }> {
  const begun = performance.now();
  const response = await fetch(url + path, { headers });
  const bytes = (await response.arrayBuffer()).byteLength;
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return { ms: performance.now() - begun, bytes };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const percentile = (values: readonly number[], p: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * p))]!;

await timed('/users');
await loopDelay(userAdmin.ports.opsPort);
await loopDelay(gateway.ports.opsPort);
const opsPorts = { 'user-admin': userAdmin.ports.opsPort, gateway: gateway.ports.opsPort };
const used: Record<string, number> = {};
for (const [name, port] of Object.entries(opsPorts)) used[name] = await processorSeconds(port);
const alone: number[] = [];
for (let run = 0; run < runs; run++) alone.push((await timed('/users')).ms);
for (const [name, port] of Object.entries(opsPorts)) {
  used[name] = ((await processorSeconds(port)) - used[name]!) / runs;
}
for (const port of Object.values(opsPorts)) await loopDelay(port);
let isMeasuring = true;
const beside: number[] = [];
const others = (async () => {
  while (isMeasuring) beside.push((await timed('/users?user_ids=[1]')).ms);
})();
const times: number[] = [];
let bytes = 0;
for (let run = 0; run < runs; run++) {
  const whole = await timed('/users');
  times.push(whole.ms);
  bytes = whole.bytes;
}
isMeasuring = false;
await others;
const delays = {
  'user-admin': await loopDelay(userAdmin.ports.opsPort),
  gateway: await loopDelay(gateway.ports.opsPort),
};

const out = (line: string) => process.stdout.write(`${line}\n`);
out(`${accounts} accounts, ${(bytes / 1024 / 1024).toFixed(1)} MiB, ${runs} runs`);
out(
  `GET /users alone    median ${Math.round(median(alone))} ms, fastest ${Math.round(Math.min(...alone))} ms`,
);
for (const [name, seconds] of Object.entries(used)) {
  out(`processor time      ${name}: ${Math.round(seconds * 1000)} ms each`);
}
out(
  `GET /users beside   median ${Math.round(median(times))} ms, slowest ${Math.round(Math.max(...times))} ms`,
);
out(
  `another request     p50 ${median(beside).toFixed(1)} ms, p99 ${percentile(beside, 0.99).toFixed(1)} ms, ${beside.length} beside it`,
);
for (const [name, { p99, max }] of Object.entries(delays)) {
  out(`event loop delay    ${name}: p99 ${p99.toFixed(1)} ms, longest ${max.toFixed(1)} ms`);
}
await gateway.stop();
await userAdmin.stop();
await database.drop();
