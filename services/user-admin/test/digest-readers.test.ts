import { UpdateSettingsRequest } from '@parley/proto/useradmin/v1/people';
import { testCall } from '@parley/rpc/testing';
import { toSettingValues } from '@parley/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, type Env, startEnv } from './support.ts';

let env: Env;

beforeAll(async () => {
  env = await startEnv();
});
afterAll(() => env.stop());

it('lists the active people who want the digest, page by page', async () => {
  const ids: number[] = [];
  for (const name of ['ann', 'bob', 'cid']) ids.push(await env.account(name));
  const list = async (afterUserId: number, limit: number, dailyOnly = false) =>
    (await env.client.listDigestReaders({ afterUserId, limit, dailyOnly }, testCall())).userIds;
  const after = ids[0]! - 1;
  expect(await list(after, 10)).toEqual(ids);
  expect(await list(after, 2)).toEqual(ids.slice(0, 2));
  expect(await list(ids[1]!, 2)).toEqual(ids.slice(2));
  await env.client.updateSettings(
    UpdateSettingsRequest.fromPartial({ settings: toSettingValues({ enable_digest_emails: false }) }),
    as(ids[1]!),
  );
  expect(await list(after, 10)).toEqual([ids[0], ids[2]]);
  expect(await list(after, 10, true)).toEqual([]);
  for (const id of ids)
    await env.client.updateSettings(
      UpdateSettingsRequest.fromPartial({ settings: toSettingValues({ digest_frequency: 'daily' }) }),
      as(id),
    );
  expect(await list(after, 10, true)).toEqual([ids[0], ids[2]]);
});
