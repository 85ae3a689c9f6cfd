import { KeyedMutex } from '@parley/core';
import type { User } from '@parley/facts';
import { UpdateChannelRequest, UpdateFolderRequest } from '@parley/proto/channel/v1/administration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder } from '../src/rpc/folders/create-folder.ts';
import { updateFolder } from '../src/rpc/folders/update-folder.ts';
import { updateChannel } from '../src/rpc/update-channel.ts';
import { type Env, scopeOf, startChannel } from './support.ts';

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

it('concurrent changes of a channel all take effect, through one replica or two', async () => {
  const { channelId } = await env.as(alice).create('busy');
  const replicas = [env.ctx, { ...env.ctx, channelMutex: new KeyedMutex() }];
  const descriptions = Array.from({ length: 16 }, (_, at) => `description ${at}`);
  const change = (description: string, at: number) =>
    updateChannel(
      replicas[at % 2]!,
      UpdateChannelRequest.fromPartial({ channelId, description }),
      scopeOf(env.ctx, alice),
    );
  await env.received();
  await Promise.all(descriptions.slice(0, 12).map((description) => change(description, 0)));
  await Promise.all(descriptions.slice(12).map(change));
  const events = (await env.received()).get(owner.userId)!;
  expect(events.map(({ value }) => value).sort()).toEqual(descriptions.sort());
  expect((await env.as(alice).channel(channelId)).description).toBe(events.at(-1)!.value);
});

describe('the setting can_send_message_group', () => {
  it('follows the stream_post_policy of older clients, unless the request sets both', async () => {
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

describe('a channel that leaves the archive', () => {
  it('returns to its folder, unless the folder was archived meanwhile', async () => {
    const { channelFolderId } = await createFolder(
      env.ctx,
      { name: 'docks', description: '' },
      scopeOf(env.ctx, owner),
    );
    const { channelId } = await env.as(alice).create('dock', { folderId: channelFolderId });
    const folderOf = async () => (await env.as(alice).channel(channelId)).folder_id;
    const unarchive = () => env.as(alice).update(channelId, { isArchived: false });
    await env.as(alice).update(channelId, { isArchived: true });
    await unarchive();
    expect(await folderOf()).toBe(channelFolderId);
    await env.as(alice).update(channelId, { isArchived: true });
    const archive = { channelFolderId, isArchived: true };
    await updateFolder(env.ctx, UpdateFolderRequest.fromPartial(archive), scopeOf(env.ctx, owner));
    await env.received();
    await unarchive();
    expect(await folderOf()).toBeNull();
    const events = (await env.received()).get(alice.userId)!;
    expect(events.map(({ property, value }) => [property, value])).toContainEqual(['folder_id', null]);
  });
});

describe('a default channel', () => {
  it('is chosen by administrators only, also while the channel leaves the archive', async () => {
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
    // Archiving removes the channel from the default channels, which an administrator of the channel may do.
    await env.as(alice).update(channelId, { isArchived: true, isDefaultStream: false });
    await env.as(alice).update(channelId, { isArchived: false });
    expect(await isDefault()).toBe(false);
  });
});
