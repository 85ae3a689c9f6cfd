import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@parley/core';
import { createDb, sql } from '@parley/db';
import { UploadServiceService } from '@parley/proto/upload/v1/upload';
import { createRpcClient } from '@parley/rpc';
import { testCall } from '@parley/rpc/testing';
import { createRegistry } from '@parley/service-kit';
import { createTestDatabase, sharedServers, uniqueName } from '@parley/test-servers';
import { expect, it } from 'vitest';
import { createService, loadServiceConfig } from '../src/index.ts';

it('lists the caller’s files with the messages that link them, and the bytes that the organization stores', async () => {
  await using database = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'parley-upload-test-'));
  const secret = 'a secret of these tests';
  const url = database.urlOf('upload');
  const service = createService(
    loadServiceConfig({
      PARLEY_RPC_SECRET: secret,
      PARLEY_SECRET_KEY: 'a key of 32 or more characters for tests',
      PARLEY_NATS_URL: sharedServers().nats,
      PARLEY_NATS_PREFIX: uniqueName('t'),
      PARLEY_MESSAGING_ADDRESSES: '127.0.0.1:1',
      PARLEY_UPLOAD_DATABASE_URL: url,
      PARLEY_UPLOAD_DIR: directory,
    }),
    { logger: silentLogger },
  );
  const db = createDb({
    url,
    poolSize: 2,
    logger: silentLogger,
    registry: createRegistry(),
    applicationName: 'upload-test',
  });
  await service.start();
  const client = createRpcClient(UploadServiceService, {
    addresses: [`127.0.0.1:${service.rpcPort}`],
    secret,
  });
  try {
    await db.execute(sql`
      insert into attachments (owner_id, file_name, path_id, content_type, size_bytes, created_at)
      values (7, 'a.png', '2/x/a.png', 'image/png', 100, to_timestamp(1700000000)),
             (7, 'b.txt', '2/y/b.txt', 'text/plain', 23, to_timestamp(1700000001)),
             (8, 'c.txt', '2/z/c.txt', 'text/plain', 1000, to_timestamp(1700000002))`);
    await db.execute(sql`
      insert into attachment_messages (attachment_id, message_id, sent_at)
      select attachment_id, 41, to_timestamp(1700000005) from attachments where file_name = 'a.png'`);
    const mine = () => client.getAttachments({}, testCall({ principal: { userId: 7 } }));

    const answer = await mine();
    const [first, second, ...rest] = JSON.parse(answer.attachmentsJson.toString());
    expect(first).toEqual({
      id: expect.any(Number),
      name: 'a.png',
      text_status: 'pending',
      path_id: '2/x/a.png',
      size: 100,
      create_time: 1_700_000_000,
      message_ids: [41],
      messages: [{ id: 41, date_sent: 1_700_000_005 }],
    });
    expect(second).toMatchObject({ name: 'b.txt', message_ids: [], messages: [] });
    expect(rest).toEqual([]);
    expect(answer.uploadSpaceUsed).toBe(1_123);

    await db.execute(sql`delete from attachments where owner_id = 8`);
    await db.execute(sql`update attachments set size_bytes = 1 where file_name = 'b.txt'`);
    expect((await mine()).uploadSpaceUsed).toBe(101);
    await expect(client.getAttachments({}, testCall())).rejects.toMatchObject({ code: 'UNAUTHORIZED' });

    const { state } = await client.getInitialState({ options: undefined }, testCall());
    expect(state!.fieldsJson.toString()).toBe('{}');
    expect(state!.snapshot!.xmax).toBeGreaterThan(0);
    const ready = await fetch(`http://127.0.0.1:${service.opsPort}/readyz`);
    // No relay has written to the stream of this test, so the worker that reads the stream does not run.
    expect(await ready.json()).toEqual({
      ready: false,
      checks: { database: true, storage: true, worker: 'not running' },
    });
  } finally {
    client.close();
    await service.stop();
    await db.close();
    await rm(directory, { recursive: true });
  }
});
