import type { User } from '@parley/directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Env, startChannel } from './support.ts';

let env: Env;
let owner: User;
let alice: User;

beforeAll(async () => {
  env = await startChannel();
  owner = env.organization.add('owner');
  alice = env.organization.add('member');
});
afterAll(() => env[Symbol.asyncDispose]());

const refusal = (msg: string, code = 'BAD_REQUEST') => expect.objectContaining({ code, message: msg });

describe('a default channel', () => {
  it('is made by administrators alone, also while it comes back from the archive', async () => {
    const { channelId } = await env.as(alice).create('harbour', { principalUserIds: [alice.userId] });
    const isDefault = async () =>
      (await env.as(alice).channels({ includeDefault: true })).find((each) => each.stream_id === channelId)
        .is_default;
    const only = refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL');
    await env.as(alice).update(channelId, { isArchived: true });
    await expect(
      env.as(alice).update(channelId, { isArchived: false, isDefaultStream: true }),
    ).rejects.toEqual(only);
    await env.as(owner).update(channelId, { isArchived: false, isDefaultStream: true });
    expect(await isDefault()).toBe(true);
    await expect(env.as(alice).update(channelId, { isDefaultStream: false })).rejects.toEqual(only);
    // Who administers the channel archives it; it is no default any more then.
    await env.as(alice).update(channelId, { isArchived: true, isDefaultStream: false });
    await env.as(alice).update(channelId, { isArchived: false });
    expect(await isDefault()).toBe(false);
  });
});
