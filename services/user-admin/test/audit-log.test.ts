import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@parley/db';
import { UpdateSettingsRequest } from '@parley/proto/useradmin/v1/people';
import { afterEach, describe, expect, it } from 'vitest';
import { type ChainedRecord, hashOf } from '../src/auditing/domain/chain.ts';
import { runCommand } from '../src/command-line.ts';
import type { CommandLine } from '../src/operating/command.ts';
import { as, type Env, operator, owner, startEnv } from './support.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const task of cleanUp.splice(0).reverse()) await task();
});

async function start(more: NodeJS.ProcessEnv = {}): Promise<Env> {
  const env = await startEnv({ more });
  cleanUp.push(() => env.stop());
  return env;
}

/** Runs an operator's command. Returns the lines that it prints. */
async function run({ client }: Env, ...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const io: CommandLine = {
    client,
    channels: undefined,
    readSecret: async () => '',
    print: (line) => lines.push(line),
  };
  await runCommand(io, args);
  return lines;
}

/** Renames the owner `times` times, which adds as many entries. Waits until all entries are chained. */
async function addEntries(env: Env, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    const fullName = `Olive ${n} ${crypto.randomUUID().slice(0, 8)}`;
    await env.client.updateSettings(UpdateSettingsRequest.fromPartial({ fullName }), as(env.ownerId));
  }
  await chained(env);
}

const chained = (env: Env): Promise<void> =>
  expect.poll(async () => (await env.client.verifyAuditLog(fromBeginning, operator())).unchained).toBe(0);

const fromBeginning = { afterPosition: 0, hash: '', expectedPosition: 0, expectedHash: '' };
const faultOf = async (
  env: Env,
  expected: { expectedPosition: number; expectedHash: string } | object = {},
) => (await env.client.verifyAuditLog({ ...fromBeginning, ...expected }, operator())).fault;

describe('the audit log', () => {
  it('chains every committed entry once, whichever replica chains it', async () => {
    const env = await start();
    await addEntries(env, 4);
    const lines = await run(env, 'export-audit-log');
    const entries = lines.map((line) => JSON.parse(line) as ChainedRecord);
    expect(entries.map(({ position }) => position)).toEqual(entries.map((_, at) => at + 1));
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(entries.at(-1)).toMatchObject({ action: 'user.name_changed', actor_id: env.ownerId });
    const { hash, ...last } = entries.at(-1)!;
    expect(hashOf(last)).toBe(hash);
    expect(await run(env, 'verify-audit-log')).toEqual([
      `Entries 1 to ${last.position} are whole. Note ${last.position}:${hash} for the next check.`,
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'parley-audit-'));
    cleanUp.push(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'export.jsonl');
    writeFileSync(file, `${lines.slice(2).join('\n')}\n`);
    expect((await run(env, 'verify-audit-log', '--file', file))[0]).toMatch(/^Entries 3 to \d+ of the file/);
    writeFileSync(file, `${lines.toSpliced(2, 1).join('\n')}\n`);
    await expect(run(env, 'verify-audit-log', '--file', file)).rejects.toThrow('entry 3 is missing');
  });

  it('reveals that an entry was removed, changed, or cut off, and that the chain was rewritten', async () => {
    const env = await start();
    await addEntries(env, 5);
    const entries = (await run(env, 'export-audit-log')).map((line) => JSON.parse(line) as ChainedRecord);
    const last = entries.at(-1)!;
    const noted = { expectedPosition: last.position, expectedHash: last.hash };
    expect(await faultOf(env, noted)).toBe('');

    const { row } = await env.db.one<{ row: object }>(
      sql`select to_jsonb(e) as row from user_admin.audit_entries as e where position = 2`,
    );
    await env.db.execute(sql`delete from user_admin.audit_entries where position = 2`);
    expect(await faultOf(env)).toBe('entry 2 is missing');
    await env.db.execute(sql`insert into user_admin.audit_entries overriding system value
      select * from jsonb_populate_record(null::user_admin.audit_entries, ${JSON.stringify(row)}::jsonb)`);
    expect(await faultOf(env)).toBe('');

    await env.db.execute(sql`update user_admin.audit_entries set actor_id = 77 where position = 3`);
    expect(await faultOf(env)).toBe('entry 3 was changed');
    // If an attacker also rewrites all later hashes, the verification succeeds. Only a comparison with a hash that was stored
    // elsewhere reveals the change.
    let previous = entries[1]!.hash;
    for (const { hash: _, ...entry } of entries.slice(2)) {
      const actor_id = entry.position === 3 ? 77 : entry.actor_id;
      const hash = hashOf({ ...entry, actor_id, previous_hash: previous });
      await env.db.execute(sql`update user_admin.audit_entries set hash = decode(${hash}, 'hex'),
        previous_hash = decode(${previous}, 'hex') where position = ${entry.position}`);
      await env.db.execute(sql`update user_admin.audit_chain set head_hash = decode(${hash}, 'hex')`);
      previous = hash;
    }
    expect(await faultOf(env)).toBe('');
    expect(await faultOf(env, noted)).toBe(`entry ${last.position} is not the one that was expected`);
    await expect(run(env, 'verify-audit-log', '--expect', `${last.position}:${last.hash}`)).rejects.toThrow(
      'is not the one that was expected',
    );

    await env.db.execute(sql`delete from user_admin.audit_entries where position = ${last.position}`);
    expect(await faultOf(env)).toContain('the newest entries');
  });

  it('loses entries after the configured days, and the chain of later entries stays whole', async () => {
    const env = await start({ PARLEY_AUDIT_RETENTION_DAYS: '30' });
    await addEntries(env, 3);
    const position = (await run(env, 'export-audit-log')).length;
    await env.db.execute(sql`update user_admin.audit_entries set happened_at = now() - interval '31 days'`);
    // A new replica deletes expired entries when it starts.
    const second = await env.startReplica();
    cleanUp.push(() => second.stop());
    await expect.poll(() => run(env, 'export-audit-log')).toEqual([]);
    await addEntries(env, 2);
    expect(await run(env, 'verify-audit-log')).toEqual([
      expect.stringMatching(new RegExp(`^Entries ${position + 1} to ${position + 2} are whole`)),
    ]);
  });

  it('records failed sign-ins and fetched keys, without user names of unknown accounts', async () => {
    const env = await start();
    const signIn = (username: string, password: string) =>
      env.client.signIn({ username, password }, { ...operator(), remoteAddress: '192.0.2.7' });
    await expect(signIn(owner.email, 'wrong')).rejects.toThrow('incorrect');
    await expect(signIn('my-secret-typed-here', 'wrong')).rejects.toThrow('incorrect');
    await env.client.fetchApiKey({ username: owner.email, password: owner.password }, operator());
    const lines = (await run(env, 'audit-log', '--limit', '3')).map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { action: 'user.api_key_fetched', actor_id: env.ownerId, details: { method: 'password' } },
      { action: 'user.sign_in_failed', actor_id: null, user_id: null, address: '192.0.2.7' },
      {
        action: 'user.sign_in_failed',
        actor_id: null,
        user_id: env.ownerId,
        details: { method: 'password', reason: 'wrong' },
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('my-secret-typed-here');
  });
});

describe('the stream of the audit log', () => {
  /** Starts a receiver of JSON lines. `status` returns the HTTP status for each delivery, by its number. */
  async function startReceiver(status: (delivery: number) => number) {
    const received: Record<string, unknown>[] = [];
    const tokens = new Set<string | undefined>();
    let deliveries = 0;
    const server = createHttpServer(async (request, response) => {
      const chunks = await request.toArray();
      tokens.add(request.headers.authorization);
      const lines = Buffer.concat(chunks).toString().trim().split('\n');
      received.push(...lines.map((line) => JSON.parse(line)));
      response.writeHead(status(++deliveries)).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUp.push(() => server.close());
    return {
      received,
      tokens,
      deliveries: () => deliveries,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    };
  }

  it('delivers every entry at least once and in order, and repeats unconfirmed deliveries', async () => {
    const receiver = await startReceiver((delivery) => (delivery === 1 ? 500 : 204));
    const env = await start({
      PARLEY_AUDIT_STREAM_URL: receiver.url,
      PARLEY_AUDIT_STREAM_TOKEN: 'a-token',
    });
    await addEntries(env, 3);
    const lines = (await run(env, 'export-audit-log')).map((line) => JSON.parse(line));
    const lastDelivery = () =>
      receiver.received.slice(receiver.received.findLastIndex(({ position }) => position === 1));
    await expect.poll(() => receiver.received.length > lines.length && lastDelivery()).toEqual(lines);
    expect([...receiver.tokens]).toEqual(['Bearer a-token']);
  });

  it('reports entries that were removed', async () => {
    let isOpen = false;
    const receiver = await startReceiver(() => (isOpen ? 200 : 503));
    const env = await start({ PARLEY_AUDIT_STREAM_URL: receiver.url });
    await addEntries(env, 4);
    await env.db.execute(sql`delete from user_admin.audit_entries where position in (2, 3)`);
    // The first delivery after this may have been read before the entries were deleted. The second one is read after it.
    const before = receiver.deliveries();
    await expect.poll(receiver.deliveries).toBeGreaterThan(before + 1);
    isOpen = true;
    await expect
      .poll(() => receiver.received.find(({ gap }) => gap !== undefined))
      .toEqual({ gap: { from: 2, to: 3, reason: 'entry 2 is missing' } });
  });

  it('reaches a receiver of syslog messages, which confirms by closing the connection', async () => {
    const messages: string[] = [];
    let connections = 0;
    const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
      // The first connection is reset before the receiver has read anything.
      if (++connections === 1) return socket.resetAndDestroy();
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('end', () => {
        let rest = Buffer.concat(chunks);
        while (rest.length > 0) {
          const space = rest.indexOf(' ');
          const length = Number(rest.subarray(0, space).toString());
          messages.push(rest.subarray(space + 1, space + 1 + length).toString());
          rest = rest.subarray(space + 1 + length);
        }
        socket.end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUp.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const env = await start({ PARLEY_AUDIT_STREAM_URL: `syslog+tcp://127.0.0.1:${port}` });
    await addEntries(env, 2);
    const lines = await run(env, 'export-audit-log');
    await expect.poll(() => messages.map((message) => message.split('\uFEFF')[1])).toEqual(lines);
    expect(messages[0]).toMatch(
      /^<110>1 \S+ chat\.test parley - \S+ \[parley@32473 position="1" hash="\w{64}"\] /,
    );
  });

  it.each(['ftp://collector.example', 'http://collector.example/audit', 'nonsense'])(
    'refuses to start with %s as receiver',
    async (url) => {
      await expect(startEnv({ more: { PARLEY_AUDIT_STREAM_URL: url } })).rejects.toThrow(
        'PARLEY_AUDIT_STREAM_URL',
      );
    },
  );
});
