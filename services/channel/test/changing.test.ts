import { KeyedMutex } from '@parley/core';
import type { User } from '@parley/directory';
import { UpdateChannelRequest, UpdateFolderRequest } from '@parley/proto/channel/v1/administration';
import { backgroundCall } from '@parley/rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder } from '../src/rpc/create-folder.ts';
import { updateChannel } from '../src/rpc/update-channel.ts';
import { updateFolder } from '../src/rpc/update-folder.ts';
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

it('many changes of a channel at once are all made, through one replica or two', async () => {
  const { channelId } = await env.as(alice).create('busy');
  const replicas = [env.ctx, { ...env.ctx, channelMutex: new KeyedMutex() }];
  const descriptions = Array.from({ length: 16 }, (_, at) => `description ${at}`);
  const change = (description: string, at: number) =>
    updateChannel(
      replicas[at % 2]!,
      UpdateChannelRequest.fromPartial({ channelId, description }),
      backgroundCall({ timeoutMs: 30_000, principal: { userId: alice.userId } }),
    );
  await env.heard();
  await Promise.all(descriptions.slice(0, 12).map((description) => change(description, 0)));
  await Promise.all(descriptions.slice(12).map(change));
  const told = (await env.heard()).get(owner.userId)!;
  expect(told.map(({ value }) => value).sort()).toEqual(descriptions.sort());
  expect((await env.as(alice).channel(channelId)).description).toBe(told.at(-1)!.value);
});

describe('who may post', () => {
  it('is changed as older clients say it, unless the setting is named as well', async () => {
    const { idOfRule } = env.organization;
    const { channelId } = await env.as(alice).create('board');
    const posters = async () => (await env.as(alice).channel(channelId)).can_send_message_group;
    await env.as(alice).update(channelId, { streamPostPolicy: 2 });
    expect(await posters()).toBe(idOfRule('role:administrators'));
    const named = { value: { $case: 'groupId' as const, groupId: idOfRule('role:nobody') } };
    const groupSettings = { can_send_message_group: { new: named } };
    await env.as(alice).update(channelId, { streamPostPolicy: 4, groupSettings });
    expect(await posters()).toBe(idOfRule('role:nobody'));
    await env.as(alice).update(channelId, { streamPostPolicy: 1 });
    expect(await posters()).toBe(idOfRule('role:everyone'));
  });
});

describe('a channel that comes back from the archive', () => {
  it('is in its folder, unless the folder was archived meanwhile', async () => {
    const call = backgroundCall({ timeoutMs: 30_000, principal: { userId: owner.userId } });
    const { channelFolderId } = await createFolder(env.ctx, { name: 'docks', description: '' }, call);
    const { channelId } = await env.as(alice).create('dock', { folderId: channelFolderId });
    const folderOf = async () => (await env.as(alice).channel(channelId)).folder_id;
    const comesBack = () => env.as(alice).update(channelId, { isArchived: false });
    await env.as(alice).update(channelId, { isArchived: true });
    await comesBack();
    expect(await folderOf()).toBe(channelFolderId);
    await env.as(alice).update(channelId, { isArchived: true });
    const archive = { channelFolderId, isArchived: true };
    await updateFolder(env.ctx, UpdateFolderRequest.fromPartial(archive), call);
    await env.heard();
    await comesBack();
    expect(await folderOf()).toBeNull();
    const told = (await env.heard()).get(alice.userId)!;
    expect(told.map(({ property, value }) => [property, value])).toContainEqual(['folder_id', null]);
  });
});

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
