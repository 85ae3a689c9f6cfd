import { visitor } from '@parley/core';
import type { User } from '@parley/facts';
import { ResolveChannelsRequest } from '@parley/proto/channel/v1/channel';
import { SetUserTopicRequest } from '@parley/proto/channel/v1/personal';
import { testCall } from '@parley/rpc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handlers } from '../src/rpc/index.ts';
import { setUserTopic } from '../src/rpc/topics/set-user-topic.ts';
import { type Env, scopeOf, startChannel } from './support.ts';

let env: Env;
let owner: User;
let admin: User;
let alice: User;
let bob: User;
let guest: User;
let gone: User;

beforeAll(async () => {
  env = await startChannel();
  const { organization } = env;
  owner = organization.add('owner');
  admin = organization.add('admin');
  alice = organization.add('member', { email: 'alice@example.com' });
  bob = organization.add('member', { email: 'bob@example.com' });
  guest = organization.add('guest');
  gone = organization.add('member', { isActive: false, email: 'gone@example.com' });
});
afterAll(() => env[Symbol.asyncDispose]());

const group = (groupId: number) => ({ value: { $case: 'groupId' as const, groupId } });
const refused = (message: string) => expect.objectContaining({ code: 'BAD_REQUEST', message });

describe('subscribing', () => {
  it('creates missing channels, joins existing ones, and reports the created and the joined ones', async () => {
    const first = await env.as(alice).subscribe([{ name: ' Röom ', description: 'A **fine**\nplace' }]);
    expect(first).toEqual({
      subscribed: { [alice.userId]: ['Röom'] },
      alreadySubscribed: {},
      unauthorized: [],
    });
    const second = await env
      .as(bob)
      .subscribe(['RO\u0308OM', 'second'], { inviteOnly: true, historyPublicToSubscribers: false });
    expect(second.subscribed).toEqual({ [bob.userId]: ['Röom', 'second'] });
    expect((await env.as(bob).subscribe(['röom'])).alreadySubscribed).toEqual({ [bob.userId]: ['Röom'] });
    const [room, other] = await env.as(bob).subscriptions('true');
    expect(room).toMatchObject({
      name: 'Röom',
      description: 'A **fine** place',
      invite_only: false, // The parameters for new channels do not change an existing channel.
      creator_id: alice.userId,
      subscribers: [alice.userId, bob.userId],
      subscriber_count: 2,
      is_muted: false,
      in_home_view: true,
      stream_post_policy: 1,
      is_announcement_only: false,
      topics_policy: 'inherit',
      message_retention_days: null,
      can_administer_channel_group: { direct_members: [alice.userId], direct_subgroups: [] },
      can_send_message_group: env.organization.idOfRule('role:everyone'),
    });
    expect(room.rendered_description).toContain('<strong>fine</strong>');
    expect(other).toMatchObject({ invite_only: true, history_public_to_subscribers: false });
  });

  it('accepts people by ID and address in any case, and does nothing when one of them is invalid', async () => {
    const done = await env
      .as(alice)
      .subscribe(['by name'], { principalUserIds: [bob.userId], principalEmails: ['ALICE@example.com'] });
    expect(Object.keys(done.subscribed).map(Number).sort()).toEqual([alice.userId, bob.userId].sort());
    for (const principals of [
      { principalUserIds: [bob.userId, gone.userId] },
      { principalUserIds: [999_999] },
      { principalEmails: ['gone@example.com'] },
      { principalEmails: ['nobody@example.com'] },
    ]) {
      await expect(env.as(alice).subscribe(['never made'], principals)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        status: 400,
      });
    }
    expect((await env.as(admin).channels({ includeAll: true })).map((each) => each.name)).not.toContain(
      'never made',
    );
  });

  it('accepts a real address only from callers who may see it', async () => {
    const shy = env.organization.add('member', {
      email: 'user900@parley.test',
      deliveryEmail: 'shy@example.com',
      emailAddressVisibility: 3,
    });
    const byAddress = (caller: User, email: string) =>
      env.as(caller).subscribe(['shyly'], { principalEmails: [email] });
    await env.as(alice).create('shyly');
    const unknown = refused('Invalid user: shy@example.com');
    await expect(byAddress(alice, 'shy@example.com')).rejects.toEqual(unknown);
    await expect(
      env.as(alice).unsubscribe(['shyly'], { principalEmails: ['shy@example.com'] }),
    ).rejects.toEqual(unknown);
    const subscribed = { [shy.userId]: ['shyly'] };
    expect(await byAddress(admin, 'shy@example.com')).toMatchObject({ subscribed });
    expect(await byAddress(alice, 'USER900@parley.test')).toMatchObject({ alreadySubscribed: subscribed });
  });

  it('refuses invalid names and properties', async () => {
    const member = env.as(alice);
    await expect(member.subscribe(['fine', ''])).rejects.toEqual(refused("Channel name can't be empty."));
    await expect(member.subscribe(['fine', 'x'.repeat(61)])).rejects.toThrow('too long');
    await expect(member.subscribe([{ name: 'fine', description: 'x'.repeat(1025) }])).rejects.toThrow(
      'too long',
    );
    await expect(member.subscribe(['a\0b'])).rejects.toThrow('Invalid character');
    await expect(member.subscribe(['x'], { inviteOnly: true, isWebPublic: true })).rejects.toThrow('Invalid');
    await expect(member.subscribe(['x'], { folderId: 77 })).rejects.toThrow('Invalid channel folder ID');
    await expect(member.subscribe(['x'], { groupSettings: { can_fly_group: group(1) } })).rejects.toThrow(
      'Invalid setting',
    );
    await expect(
      member.subscribe(['x'], { groupSettings: { can_subscribe_group: group(999) } }),
    ).rejects.toThrow('Invalid user group');
    await expect(
      member.subscribe(['x'], {
        groupSettings: { can_subscribe_group: group(env.organization.idOfRule('role:everyone')) },
      }),
    ).rejects.toThrow("cannot be set to 'role:everyone'");
    await expect(member.subscribe([{ name: 'x', color: 'red' }])).rejects.toThrow('color');
    await expect(env.as(admin).subscribe(['x'], { inviteOnly: true, isDefaultStream: true })).rejects.toThrow(
      'default channel cannot be private',
    );
    expect((await env.as(admin).channels({ includeAll: true })).map((each) => each.name)).not.toContain(
      'fine',
    );
  });

  it('keeps people without permission out of a private channel, and either fails or lists the channel, as requested', async () => {
    await env.as(alice).subscribe(['private'], { inviteOnly: true });
    await expect(env.as(bob).subscribe(['private', 'also'])).rejects.toEqual(
      refused('Unable to access channel (private).'),
    );
    const soft = await env.as(bob).subscribe(['private', 'also'], { authorizationErrorsFatal: false });
    expect(soft.unauthorized).toEqual(['private']);
    expect(soft.subscribed).toEqual({ [bob.userId]: ['also'] });
    await expect(env.as(admin).subscribe(['private'])).rejects.toThrow('Unable to access');
    await expect(env.as(guest).subscribe(['also'])).rejects.toThrow('Unable to access');
    await expect(env.as(guest).subscribe(['new of guest'])).rejects.toEqual(
      refused('Insufficient permission'),
    );
    await env.as(alice).subscribe(['private'], { principalUserIds: [guest.userId] });
    expect((await env.as(guest).subscriptions()).map((each) => each.name)).toEqual(['private']);
    await expect(env.as(guest).subscribe(['private'], { principalUserIds: [bob.userId] })).rejects.toThrow(
      'Unable to access',
    );
  });

  it('lets the group of can_subscribe_group join private channels, and guests web-public ones', async () => {
    const { groupId } = env.organization.addGroup('friends', [bob.userId, guest.userId]);
    const groupSettings = { can_subscribe_group: group(groupId) };
    await env.as(alice).subscribe(['friends only'], { inviteOnly: true, groupSettings });
    expect((await env.as(bob).subscribe(['friends only'])).subscribed).toEqual({
      [bob.userId]: ['friends only'],
    });
    await expect(env.as(guest).subscribe(['friends only'])).rejects.toThrow('Unable to access');
    await expect(env.as(alice).subscribe(['site'], { isWebPublic: true })).rejects.toThrow('Insufficient');
    await env.as(owner).subscribe(['site'], { isWebPublic: true });
    expect((await env.as(guest).subscribe(['site'])).subscribed).toEqual({ [guest.userId]: ['site'] });
  });

  it('is refused without a caller', async () => {
    await expect(env.as(visitor).subscribe(['x'])).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(env.as(gone).subscribe(['x'])).rejects.toMatchObject({ code: 'USER_DEACTIVATED' });
  });

  it('creates one channel for two concurrent creations of the same name, and subscribes both callers', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `race ${index}`);
    const spelled = (name: string, index: number) => (index % 2 ? name.toUpperCase() : name);
    const people = [owner, admin, alice, bob];
    await Promise.all(
      names.flatMap((name) =>
        people.map((person, index) => env.as(person).subscribe([spelled(name, index)])),
      ),
    );
    const rows = (await env.as(admin).channels()).filter((each) => /^race/i.test(each.name));
    expect(rows).toHaveLength(10);
    expect(rows.every((row) => row.subscriber_count === 4)).toBe(true);
  });

  it('returns whole channels to other services, by ID and by any spelling', async () => {
    const calls = handlers(env.ctx);
    const answer = await calls.resolveChannels(
      ResolveChannelsRequest.fromPartial({ names: ['PRIVATE', 'no such'] }),
      testCall(),
    );
    expect(answer.channels.map((each) => each.name)).toEqual(['private']);
    expect(answer.channels[0]).toMatchObject({ inviteOnly: true, creatorId: alice.userId });
    expect(answer.channels[0]!.groupSettings.can_send_message_group?.value).toMatchObject({
      $case: 'groupId',
    });
    expect(answer.snapshot!.xmax).toBeGreaterThan(0);
  });
});

describe('parameters of new channels', () => {
  it('are ignored when no channel is created', async () => {
    await env.as(alice).subscribe(['settled']);
    const { subscribed } = await env.as(bob).subscribe(['settled'], {
      inviteOnly: true,
      isWebPublic: true,
      folderId: 99_999,
      streamPostPolicy: 2,
    });
    expect(subscribed).toEqual({ [bob.userId]: ['settled'] });
    const [row] = (await env.as(bob).channels()).filter(({ name }) => name === 'settled');
    expect(row).toMatchObject({
      invite_only: false,
      is_web_public: false,
      folder_id: null,
      stream_post_policy: 1,
    });
  });

  it('accept the stream_post_policy of older clients, unless the request sets can_send_message_group', async () => {
    const { idOfRule } = env.organization;
    const rules = ['role:everyone', 'role:administrators', 'role:fullmembers', 'role:moderators'];
    for (const [index, rule] of rules.entries()) {
      const { channelId } = await env.as(alice).create(`posting ${index}`, { streamPostPolicy: index + 1 });
      expect(await env.as(alice).channel(channelId)).toMatchObject({
        can_send_message_group: idOfRule(rule),
        stream_post_policy: index + 1,
        is_announcement_only: index === 1,
      });
    }
    const setting = { can_send_message_group: group(idOfRule('role:members')) };
    const { channelId } = await env
      .as(alice)
      .create('posting', { streamPostPolicy: 2, groupSettings: setting });
    expect((await env.as(alice).channel(channelId)).can_send_message_group).toBe(idOfRule('role:members'));
    await expect(env.as(alice).create('nobody posts', { streamPostPolicy: 5 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});

describe('the delete permissions of a new channel', () => {
  it('may be set only with the necessary right; defaults need no right', async () => {
    const { idOfRule } = env.organization;
    const nobody = idOfRule('role:nobody');
    const anonymous = { directMembers: [], directSubgroups: [] };
    for (const [index, setting] of [
      group(nobody),
      { value: { $case: 'anonymous' as const, anonymous } },
      { value: { $case: 'anonymous' as const, anonymous: { ...anonymous, directSubgroups: [nobody] } } },
    ].entries()) {
      const groupSettings = { can_delete_any_message_group: setting, can_delete_own_message_group: setting };
      await env.as(alice).create(`tidy ${index}`, { groupSettings });
    }
    const groupSettings = { can_delete_own_message_group: group(idOfRule('role:members')) };
    await expect(env.as(alice).create('untidy', { groupSettings })).rejects.toEqual(
      refused('Insufficient permission'),
    );
    await env.as(owner).create('untidy', { groupSettings });
  });
});

describe('a name that is taken', () => {
  it('is refused to everyone, in the caller’s spelling when the caller may not see the channel', async () => {
    const { channelId } = await env.as(alice).create('Hideout', { inviteOnly: true });
    const taken = { code: 'CHANNEL_ALREADY_EXISTS', message: "Channel 'HIDEOUT' already exists" };
    const bobs = { principalUserIds: [bob.userId] };
    await expect(env.as(bob).create('HIDEOUT', bobs)).rejects.toMatchObject(taken);
    const asked = { authorizationErrorsFatal: false };
    expect((await env.as(bob).subscribe(['HIDEOUT'], asked)).unauthorized).toEqual(['HIDEOUT']);
    expect((await env.as(owner).subscribe(['HIDEOUT'], asked)).unauthorized).toEqual(['Hideout']);
    await env.as(alice).update(channelId, { isArchived: true });
    await expect(env.as(bob).create('HIDEOUT', bobs)).rejects.toMatchObject(taken);
    await expect(env.as(guest).create('HIDEOUT')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('unsubscribing', () => {
  it('reports the removed and the unchanged channels', async () => {
    await env.as(alice).subscribe(['leave 1', 'leave 2']);
    await env.as(bob).subscribe(['leave 3']);
    const answer = await env.as(alice).unsubscribe(['LEAVE 1', 'leave 3']);
    expect(answer).toEqual({ removed: ['leave 1'], notRemoved: ['leave 3'] });
    expect((await env.as(alice).subscriptions()).map((each) => each.name)).not.toContain('leave 1');
  });

  it('is refused as a whole for a name that the caller may not see', async () => {
    for (const [person, name] of [
      [alice, 'no such channel'],
      [bob, 'private'],
      [guest, 'leave 2'],
    ] as const) {
      await expect(env.as(person).unsubscribe([name])).rejects.toMatchObject({
        code: 'STREAM_DOES_NOT_EXIST',
        message: `Channel '${name}' does not exist`,
        fields: { stream: name },
      });
    }
  });

  it('other people needs an administrator, an administrator of the channel, or the owner of the bot', async () => {
    const bot = env.organization.add('member', { isBot: true, botOwnerId: bob.userId });
    await env.as(alice).subscribe(['crowd'], { principalUserIds: [alice.userId, bob.userId, bot.userId] });
    const out = (person: User, target: User) =>
      env.as(person).unsubscribe(['crowd'], { principalUserIds: [target.userId] });
    await expect(out(bob, alice)).rejects.toEqual(refused('Insufficient permission'));
    expect(await out(bob, bot)).toMatchObject({ removed: ['crowd'] });
    expect(await out(alice, bob)).toMatchObject({ removed: ['crowd'] });
    expect(await out(admin, alice)).toMatchObject({ removed: ['crowd'] });
    expect(await out(admin, alice)).toMatchObject({ notRemoved: ['crowd'] });
  });

  it('keeps personal settings for a later return', async () => {
    await env.as(alice).subscribe([{ name: 'coloured', color: '#ABC' }]);
    await env.as(alice).unsubscribe(['coloured']);
    await env.as(alice).subscribe(['coloured']);
    const mine = (await env.as(alice).subscriptions()).find((each) => each.name === 'coloured');
    expect(mine).toMatchObject({ color: '#aabbcc' });
  });
});

describe('lists of channels', () => {
  it('contain the channels that the filters select and the caller may see', async () => {
    const names = async (person: User, filter: object) =>
      (await env.as(person).channels({ includePublic: false, includeSubscribed: false, ...filter })).map(
        (each) => each.name,
      );
    expect(await names(bob, {})).toEqual([]);
    expect(await names(bob, { includePublic: true })).toEqual(
      expect.arrayContaining(['Röom', 'site', 'also']),
    );
    expect(await names(bob, { includeAll: true })).not.toContain('private');
    expect(await names(bob, { includeAll: true })).toContain('friends only');
    expect(await names(admin, { includeAll: true })).toEqual(expect.arrayContaining(['private', 'second']));
    expect(await names(admin, { includeCanAccessContent: true })).not.toContain('private');
    expect(await names(guest, { includeAll: true, includePublic: true })).toEqual(['private', 'site']);
    expect(await names(guest, { includeWebPublic: true })).toEqual(['site']);
    const bot = env.organization.add('member', { isBot: true, botOwnerId: bob.userId });
    expect(await names(bot, { includeOwnerSubscribed: true })).toEqual(
      expect.arrayContaining(['second', 'also']),
    );
    expect(await names(bob, { includeOwnerSubscribed: true })).toEqual([]);
    await expect(names(bob, { includeAllActive: true })).rejects.toThrow(
      'User not authorized for this query',
    );
    expect(await names(admin, { includeAllActive: true })).toContain('private');
  });

  it('contain is_default only when defaults are requested', async () => {
    await env.as(admin).subscribe(['welcome'], { isDefaultStream: true });
    const listed = await env
      .as(bob)
      .channels({ includePublic: false, includeSubscribed: false, includeDefault: true });
    expect(listed.map((each) => [each.name, each.is_default])).toEqual([['welcome', true]]);
    expect((await env.as(bob).channels())[0]).not.toHaveProperty('is_default');
  });
});

describe('initial state', () => {
  it('sorts visible channels into subscribed, left and never subscribed', async () => {
    const { fields, histories, snapshot } = await env
      .as(alice)
      .state(['subscription', 'default_streams', 'channel_folders', 'user_topic', 'muted_topics', 'stream'], {
        includeSubscribers: 'true',
      });
    const names = (list: { name: string }[]) => list.map((each) => each.name);
    expect(names(fields.subscriptions)).toEqual(expect.arrayContaining(['Röom', 'private', 'leave 2']));
    expect(names(fields.unsubscribed)).toEqual(expect.arrayContaining(['leave 1', 'crowd']));
    expect(names(fields.never_subscribed)).toEqual(expect.arrayContaining(['leave 3', 'site']));
    expect(names(fields.never_subscribed)).not.toContain('second');
    expect(fields.never_subscribed[0]).not.toHaveProperty('color');
    expect(fields.subscriptions[0].subscribers).toContain(alice.userId);
    expect(fields.realm_default_streams).toHaveLength(1);
    expect(fields).toMatchObject({ channel_folders: [], user_topics: [], muted_topics: [] });
    expect(fields.streams.length).toBe(
      fields.subscriptions.length + fields.unsubscribed.length + fields.never_subscribed.length,
    );
    expect(histories.filter((each) => each.isSubscribed)).toHaveLength(fields.subscriptions.length);
    expect(snapshot.lsn).toBeGreaterThan(0);
  });

  it('does not name a channel with a muted topic that the person may no longer see', async () => {
    const { channelId } = await env.as(alice).create('den', {
      inviteOnly: true,
      principalUserIds: [alice.userId, bob.userId],
    });
    const mute = { channelId, topic: 'noise', visibilityPolicy: 1 };
    await setUserTopic(env.ctx, SetUserTopicRequest.fromPartial(mute), scopeOf(env.ctx, bob));
    const fields = async () => (await env.as(bob).state(['muted_topics', 'user_topic'])).fields;
    expect((await fields()).muted_topics).toEqual([['den', 'noise', expect.any(Number)]]);
    await env.as(bob).unsubscribe(['den']);
    await env.as(alice).update(channelId, { newName: 'plans for the merger' });
    const { muted_topics, user_topics } = await fields();
    expect(muted_topics).toEqual([]);
    expect(user_topics).toMatchObject([{ stream_id: channelId, topic_name: 'noise' }]);
    const { channelId: open } = await env.as(alice).create('open');
    await env.received();
    await setUserTopic(
      env.ctx,
      SetUserTopicRequest.fromPartial({ ...mute, channelId: open }),
      scopeOf(env.ctx, bob),
    );
    const event = (await env.received()).get(bob.userId)!.find(({ type }) => type === 'muted_topics');
    expect(event!.muted_topics).toEqual([['open', 'noise', expect.any(Number)]]);
  });

  it('always contains subscription histories, and only web-public channels for visitors', async () => {
    const own = await env.as(bob).state([]);
    expect(own.fields).toEqual({});
    expect(own.histories.length).toBeGreaterThan(0);
    const seen = await env.as(visitor).state(['subscriptions', 'stream']);
    expect(seen.fields.subscriptions.map((each: { name: string }) => each.name)).toEqual(['site']);
    expect(seen.fields.subscriptions[0]).not.toHaveProperty('subscribers');
    expect(seen).toMatchObject({ histories: [], fields: { unsubscribed: [], never_subscribed: [] } });
  });
});
