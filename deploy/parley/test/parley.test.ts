import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { envNameOf, schemaOwners, serviceNames } from '@parley/core';
import { searchIndexCommand } from '@parley/messaging/command';
import { createTestDatabase, sharedServers, uniqueName, until } from '@parley/test-servers';
import { expect, it, onTestFinished, vi } from 'vitest';

const program = join(import.meta.dirname, '../dist/main.js');

type Line = { level: string; service: string; msg: string; method?: string; problems?: string[] };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns the environment of a process with a database and a NATS prefix of its own. */
async function environment(): Promise<Record<string, string>> {
  const servers = sharedServers();
  const database = await createTestDatabase(servers);
  onTestFinished(() => database.drop());
  const urls = schemaOwners.map((owner) => [
    `PARLEY_${envNameOf(owner)}_DATABASE_URL`,
    database.urlOf(owner),
  ]);
  const [http, rpc, channel, ops] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const messaging = await freePort();
  return {
    ...Object.fromEntries(urls),
    PATH: process.env.PATH!,
    PARLEY_ENV: 'development',
    PARLEY_RPC_SECRET: 'a secret between services of a test',
    PARLEY_SECRET_KEY: 'a key of 32 or more characters for tests',
    PARLEY_NATS_URL: servers.nats,
    PARLEY_NATS_PREFIX: uniqueName('t'),
    PARLEY_RELAY_LOG_MAX_BYTES: String(64 * 2 ** 20),
    PARLEY_USER_ADMIN_PASSWORD_HASHES: 'quick',
    PARLEY_UPLOAD_DIR: await mkdtemp(join(tmpdir(), 'parley-uploads-')),
    PARLEY_PUBLIC_URL: `http://127.0.0.1:${http}`,
    PARLEY_GATEWAY_HTTP_PORT: String(http),
    PARLEY_USER_ADMIN_RPC_PORT: String(rpc),
    PARLEY_CHANNEL_RPC_PORT: String(channel),
    PARLEY_MESSAGING_RPC_PORT: String(messaging),
    PARLEY_OPS_PORT: String(ops),
  };
}

/** Runs `parley serve`, and collects its log lines. */
function serve(env: Record<string, string>) {
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: Line[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  return { child, lines, exit: once(child, 'close') };
}

/** Runs another command to its end. */
function run(args: readonly string[], env: Record<string, string> = {}, input = '') {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
    child.stdin!.end(input);
  });
}

/** Runs the command `search-index` in this process. */
async function printed(args: readonly string[], env: Record<string, string>) {
  const lines = { out: '', err: '' };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.out += String(text);
    return true;
  });
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.err += String(text);
    return true;
  });
  try {
    const code = await searchIndexCommand(args, env);
    return { code, ...lines };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}

async function readiness(env: Record<string, string>) {
  const response = await fetch(`http://127.0.0.1:${env.PARLEY_OPS_PORT}/readyz`).catch(() => undefined);
  const body = (await response?.json()) as { ready: boolean; services: Record<string, unknown> } | undefined;
  return { ready: response?.ok ?? false, services: Object.keys(body?.services ?? {}) };
}

it('serve runs all services in one process, which call each other directly, and stops them in order', async () => {
  const env: Record<string, string> = { ...(await environment()), PARLEY_FIRST_MESSAGE_ID: '100' };
  const { child, lines, exit } = serve(env);
  await until('the process is ready', async () => (await readiness(env)).ready);
  expect((await readiness(env)).services.toSorted()).toEqual(serviceNames.toSorted());

  const create = [
    'create-organization',
    '--name',
    'Acme',
    '--owner-email',
    'a@acme.example',
    '--owner-name',
    'A',
  ];
  expect(await run(create, env, 'correct horse battery staple')).toMatchObject({ code: 0, err: '' });
  // Commands find the services of the container by their ports.
  expect(await run(['list-channels'], env)).toMatchObject({ code: 0, err: '' });
  const credentials = new URLSearchParams({
    username: 'a@acme.example',
    password: 'correct horse battery staple',
  });
  const post = async (path: string, body: URLSearchParams, headers: Record<string, string> = {}) => {
    const url = `${env.PARLEY_PUBLIC_URL}/api/v1/${path}`;
    return (await (await fetch(url, { method: 'POST', body, headers })).json()) as Record<string, string>;
  };
  const { api_key: key, result } = await post('fetch_api_key', credentials);
  expect(result).toBe('success');
  const authorization = `Basic ${Buffer.from(`a@acme.example:${key}`).toString('base64')}`;
  const queue = await post('register', new URLSearchParams(), { authorization });
  expect(queue).toMatchObject({ result: 'success' });
  const message = new URLSearchParams({ type: 'direct', to: '["a@acme.example"]', content: 'Hello' });
  const { id } = await post('messages', message, { authorization });
  // The first ones welcome the owner.
  expect(Number(id)).toBeGreaterThanOrEqual(100);
  expect(Number(id)).toBeLessThan(110);
  const query = new URLSearchParams({ queue_id: queue.queue_id!, last_event_id: '-1' });
  await until('the message is in the queue', async () => {
    const response = await fetch(`${env.PARLEY_PUBLIC_URL}/api/v1/events?${query}`, {
      headers: { authorization },
    });
    const { events } = (await response.json()) as { events: { message?: { id: unknown } }[] };
    return events.some((event) => event.message?.id === id);
  });

  // The search index, made again beside the traffic.
  const rebuilt = await run(['search-index', 'rebuild', '--json'], env);
  expect(rebuilt).toMatchObject({ code: 0 });
  expect(JSON.parse(rebuilt.out)).toMatchObject({ is_complete: true, waiting: 0, left: 0 });
  expect(JSON.parse(rebuilt.out).rebuilt).toBeGreaterThan(0);
  // In this process, because a process for each takes long.
  expect(await printed(['status'], env)).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^engine +postgresql\nstate +complete\nbehind +0\.0 s, 0 messages, 0 changes\nsize /,
    ),
  });
  const misuse = { code: 1, out: '', err: expect.stringContaining('status or rebuild') };
  expect(await printed(['polish'], env)).toMatchObject(misuse);
  const wrongSecret = { ...env, PARLEY_RPC_SECRET: 'another secret of 16 characters' };
  expect(await printed(['status'], wrongSecret)).toMatchObject({ code: 1, out: '' });

  const metrics = await (await fetch(`http://127.0.0.1:${env.PARLEY_OPS_PORT}/metrics`)).text();
  const sends = metrics
    .split('\n')
    .filter((line) => line.startsWith('parley_rpc_server_seconds_count{') && line.includes('"sendMessage"'));
  expect(metrics).toMatch(/^parley_messaging_search_bytes\{[^}]*\} [1-9]/m);
  expect(sends).toEqual([expect.stringMatching(/service="messaging".*\} 1$/)]);

  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  const stopping = lines.filter(({ msg }) => msg === 'draining').map(({ service }) => service);
  expect(stopping[0]).toBe('gateway');
  expect(stopping.at(-1)).toBe('relay');
  expect(stopping.toSorted()).toEqual(serviceNames.toSorted());
  expect(lines.filter(({ level }) => ['error', 'fatal'].includes(level))).toEqual([]);
}, 240_000);

it('serve runs only the services that are named', async () => {
  const env = { ...(await environment()), PARLEY_SERVICES: 'relay, user-admin' };
  const others = ['CHANNEL', 'MESSAGING', 'NOTIFY', 'UPLOAD', 'INTEGRATIONS'].map((name) => [
    `PARLEY_${name}_ADDRESSES`,
    '127.0.0.1:1',
  ]);
  const { child, exit } = serve({ ...env, ...Object.fromEntries(others) });
  await until('the process is ready', async () => (await readiness(env)).ready);
  expect((await readiness(env)).services.toSorted()).toEqual(['relay', 'user-admin']);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
}, 120_000);

it('serve refuses to start with invalid values, and names those of all services', async () => {
  const unknown = serve({ PARLEY_SERVICES: 'gateway,cathedral' });
  expect(await unknown.exit).toEqual([1, null]);
  expect(unknown.lines.at(-1)).toMatchObject({ level: 'fatal' });
  expect(unknown.lines.at(-1)!.problems!.join()).toContain('PARLEY_SERVICES');
  const missing = serve({ PARLEY_SERVICES: 'channel,relay' });
  expect(await missing.exit).toEqual([1, null]);
  const problems = missing.lines.at(-1)!.problems!.join();
  expect(problems).toContain('PARLEY_CHANNEL_DATABASE_URL');
  expect(problems).toContain('PARLEY_RELAY_DATABASE_URL');
}, 60_000);

it('has one help for all commands, and refuses unknown ones', async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  for (const command of ['serve', 'migrate', 'doctor', 'search-index', 'create-organization'])
    expect(out).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
  const env = { PARLEY_USER_ADMIN_ADDRESSES: '127.0.0.1:1', PARLEY_RPC_SECRET: 'a secret of a test' };
  expect(await run(['cathedral'], env)).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no command cathedral.'),
  });
}, 60_000);

it('migrate and doctor name the values that they lack', async () => {
  const migrate = await run(['migrate']);
  expect(migrate.code).toBe(1);
  expect(migrate.out).toContain('PARLEY_DATABASE_URL');
  const doctor = await run(['doctor']);
  expect(doctor.code).toBe(1);
  expect(doctor.err).toContain('PARLEY_DATABASE_URL');
}, 60_000);
