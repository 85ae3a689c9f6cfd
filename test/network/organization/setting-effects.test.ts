import {
  ApiClient,
  type Body,
  Network,
  Organization,
  type Person,
  testPassword,
  until,
} from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox } from '../notifications/mailbox.ts';

// Tests the effects of settings that several services implement together.

let network: Network;
let organization: Organization;
let owner: Person;
let alice: Person;
let bob: Person;
/** A person who joined before the organization's settings were changed. */
let nora: Person;
/** Settings of the new organization before they were changed. */
let initial: Body;
const mailbox = new Mailbox();

beforeAll(async () => {
  network = await Network.start({ env: { PARLEY_MAIL_DIR: mailbox.folder } });
  organization = await Organization.create(network, { isWelcoming: true });
  owner = organization.owner;
  ({ nora } = await organization.add('nora'));
  // Turns welcome messages off for everyone who joins later, because tests count messages.
  initial = (await owner.register({ event_types: [], fetch_event_types: ['realm'] })).initial;
  await setOrganization({ welcome_message_custom_text: '', send_welcome_emails: false });
  ({ alice, bob } = await organization.add('alice', 'bob'));
  await alice.subscribe(['lobby'], [alice, bob]);
});

afterAll(async () => {
  await network?.stop();
  mailbox.remove();
});

const setOrganization = (settings: Body) => owner.api.patch('/realm', settings);
const idOf = async (name: string): Promise<number> =>
  (await owner.api.get('/get_stream_id', { stream: name })).stream_id;

/** Waits until a narrow (a message filter) has `count` messages. Returns their contents. */
const contents = (person: Person, narrow: unknown[], count: number): Promise<string[]> =>
  until(`${count} messages`, async () => {
    const messages = await person.messages(narrow);
    return messages.length >= count && messages.map(({ content }) => content);
  });

describe('the welcome message', () => {
  it('is sent to new people as the default text in their language, as the organization’s own text, or not at all', async () => {
    const directs = (person: Person, count: number) => contents(person, [['is', 'dm']], count);
    const words = initial.realm_welcome_message_custom_text as string;
    expect(words).toContain('Hello, and welcome!');
    expect(await directs(nora, 1)).toEqual([words]);
    await setOrganization({ default_language: 'de', welcome_message_custom_text: words });
    const { nina } = await organization.add('nina');
    expect((await directs(nina!, 1))[0]).toContain('Hallo und willkommen!');
    await setOrganization({ default_language: 'en', welcome_message_custom_text: '' });
    const { dora } = await organization.add('dora');
    await setOrganization({ welcome_message_custom_text: 'Our own words.' });
    const { carol } = await organization.add('carol');
    expect(await directs(carol!, 1)).toEqual(['Our own words.']);
    // Welcome messages are sent in order, so one to Dora would have arrived before Carol's.
    expect(await directs(dora!, 0)).toEqual([]);
    await setOrganization({ welcome_message_custom_text: '' });
  });
});

describe('send_welcome_emails', () => {
  it('mails a welcome to new people in their language, unless the organization turns it off', async () => {
    await setOrganization({ send_welcome_emails: true, default_language: 'de' });
    const { wanda } = await organization.add('wanda');
    const { text } = await mailbox.waitFor(wanda!.email, 'Willkommen bei');
    expect(text).toContain(`mit der Adresse ${wanda!.email}`);
    await setOrganization({ send_welcome_emails: false, default_language: 'en' });
    const { will } = await organization.add('will');
    // Mails are sent in order, so a mail to Will would have arrived before this one.
    await owner.api.post('/invites', { invitee_emails: 'later@test.example', stream_ids: [] });
    await mailbox.waitFor('later@test.example', 'invited');
    expect((await mailbox.all()).filter(({ to }) => to === will!.email)).toEqual([]);
  });
});

describe('signup_announcements_stream_id', () => {
  it('announces each new person in the channel, until the channel is archived', async () => {
    await owner.subscribe(['signups'], [owner, alice]);
    const id = await idOf('signups');
    await setOrganization({ signup_announcements_stream_id: id });
    const { dave } = await organization.add('dave');
    expect(await contents(alice, [{ operator: 'channel', operand: id }], 1)).toEqual([
      `@_**dave|${dave!.userId}** joined this organization.`,
    ]);
    await owner.api.delete(`/streams/${id}`);
    await organization.add('erin');
    const { frank } = await organization.add('frank');
    await setOrganization({ signup_announcements_stream_id: -1 });
    expect(frank).toBeDefined();
    const after = await contents(owner, [{ operator: 'channel', operand: id }], 2);
    expect(after.filter((text) => text.includes('joined'))).toHaveLength(1);
  });
});

describe('notices of a channel', () => {
  it('contain the change of its retention, of who may post, and that it was archived', async () => {
    await owner.subscribe(['changing'], [owner, alice]);
    const id = await idOf('changing');
    const { user_groups: groups } = await owner.api.get('/user_groups');
    const moderators = groups.find(({ name }: Body) => name === 'role:moderators').id;
    await owner.api.patch(`/streams/${id}`, { message_retention_days: 30 });
    await owner.api.patch(`/streams/${id}`, { can_send_message_group: { new: moderators } });
    await owner.api.delete(`/streams/${id}`);
    const by = `@_**Owner|${owner.userId}**`;
    expect(await contents(owner, [{ operator: 'channel', operand: id }], 3)).toEqual([
      `${by} changed the message retention of this channel from **the organization’s setting** to **30 days**.`,
      `${by} changed who may post in this channel from **Everyone including guests** to **Moderators**.`,
      `${by} archived this channel.`,
    ]);
  });
});

describe('resolved_topic_notice_auto_read_policy', () => {
  it('marks the notice of a resolved topic as read, except for followers and people who want it unread', async () => {
    await bob.api.patch('/settings', { resolved_topic_notice_auto_read_policy: 'never' });
    await network.caughtUp();
    const id = await owner
      .subscribe(['work'], [owner, alice, bob])
      .then(() => alice.send('work', 'Done?', 'plan'));
    await network.caughtUp();
    const queues = await Promise.all(
      [owner, bob].map((person) => person.register({ event_types: ['message'], fetch_event_types: [] })),
    );
    await alice.api.patch(`/messages/${id}`, { topic: '✔ plan', propagate_mode: 'change_all' });
    const flags = await Promise.all(
      queues.map(async (queue) => {
        const events: Body[] = [];
        await until('the notice arrives', async () => {
          events.push(...(await queue.pollNow()));
          return events.length > 0;
        });
        return events[0]!.flags;
      }),
    );
    expect(flags).toEqual([['read'], []]);
    const read = async (person: Person) => (await person.messages([['channel', 'work']])).at(-1)!.flags;
    expect([await read(owner), await read(bob)]).toEqual([['read'], []]);
  });
});

describe('presence_disabled', () => {
  it('hides presence in the list, of one person, and in registrations', async () => {
    const ofBob = () => alice.api.raw('GET', `/users/${bob.userId}/presence`);
    const known = async () => {
      const { presences } = await alice.api.get('/realm/presence');
      const { initial: state } = await alice.register({ event_types: [], fetch_event_types: ['presence'] });
      return [bob.email in presences, (await ofBob()).status === 200, bob.email in state.presences];
    };
    await bob.api.post('/users/me/presence', { status: 'active' });
    await until('Bob’s presence is known', async () => !(await known()).includes(false));
    await setOrganization({ presence_disabled: true });
    await network.caughtUp();
    expect(await known()).toEqual([false, false, false]);
    // Answers to presence reports change with a delay, because replicas read the setting only periodically.
    await until('nobody is shown to clients that report their presence', async () => {
      const report = { status: 'active', last_update_id: -1 };
      const { presences } = await alice.api.post('/users/me/presence', report);
      return Object.keys(presences).length === 0;
    });
    await setOrganization({ presence_disabled: false });
    await network.caughtUp();
    expect(await known()).toEqual([true, true, true]);
  });
});

describe('enable_drafts_synchronization', () => {
  it('refuses drafts when it is off', async () => {
    const draft = { type: '', to: [], topic: '', content: 'later' };
    await alice.api.post('/drafts', { drafts: [draft] });
    await alice.api.patch('/settings', { enable_drafts_synchronization: false });
    await expect(alice.api.post('/drafts', { drafts: [draft] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      body: { msg: 'User has disabled synchronizing drafts.' },
    });
    await alice.api.patch('/settings', { enable_drafts_synchronization: true });
    await alice.api.post('/drafts', { drafts: [draft] });
  });
});

describe('settings of sign-in and profiles', () => {
  it('authentication_methods always has a method', async () => {
    await expect(setOrganization({ authentication_methods: { Email: false } })).rejects.toMatchObject({
      body: { code: 'BAD_REQUEST', msg: 'At least one authentication method must be enabled.' },
    });
    await network.client().post('/fetch_api_key', { username: alice.email, password: testPassword });
  });

  it('avatar_changes_disabled and name_changes_disabled leave pictures and names to administrators', async () => {
    await setOrganization({ avatar_changes_disabled: true, name_changes_disabled: true });
    const rename = (name: string) => alice.api.raw('PATCH', '/settings', { full_name: name });
    const removed = await alice.api.raw('DELETE', '/users/me/avatar');
    expect([(await rename('Alicia')).status, removed.status]).toEqual([400, 400]);
    // Refused before the request is read, so that no image is stored.
    const { body } = await alice.api.raw('POST', '/users/me/avatar', {});
    expect(body.msg).toBe('Avatar changes are disabled in this organization.');
    await setOrganization({ avatar_changes_disabled: false, name_changes_disabled: false });
    expect((await rename('Alicia')).status).toBe(200);
    await rename('alice');
  });
});

describe('settings of writing', () => {
  // The owner changes the setting and immediately sees the effect, so no wait is needed.
  const render = async (content: string, person = owner): Promise<string> =>
    (await person.api.post('/messages/render', { content })).rendered;

  it('default_code_block_language is the language of code blocks that name none', async () => {
    const block = '```\nx = 1\n```';
    expect(await render(block)).not.toContain('data-code-language');
    await setOrganization({ default_code_block_language: 'python' });
    expect(await render(block)).toContain('data-code-language="Python"');
    await setOrganization({ default_code_block_language: '' });
  });

  it('inline_image_preview shows images only as links when it is off', async () => {
    const image = 'https://example.com/cat.png';
    expect(await render(image)).toContain('message_inline_image');
    await setOrganization({ inline_image_preview: false });
    expect(await render(image)).not.toContain('message_inline_image');
    await setOrganization({ inline_image_preview: true });
  });

  it('translate_emoticons converts emoticons to emoji', async () => {
    expect(await render('hello :)', alice)).not.toContain('emoji');
    await alice.api.patch('/settings', { translate_emoticons: true });
    expect(await render('hello :)', alice)).toContain('class="emoji');
    await alice.api.patch('/settings', { translate_emoticons: false });
  });

  it('topics_policy can require a topic', async () => {
    await owner.send('lobby', 'no topic', '');
    await setOrganization({ topics_policy: 'disable_empty_topic' });
    await expect(owner.send('lobby', 'no topic', '')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await setOrganization({ topics_policy: 'allow_empty_topic' });
  });
});

describe('a permission of the organization', () => {
  let groups: ReadonlyMap<string, number>;
  beforeAll(async () => {
    const { user_groups } = await owner.api.get('/user_groups');
    groups = new Map(user_groups.map(({ name, id }: Body) => [name, id]));
    await alice.subscribe(["alice's"]);
    await owner.subscribe(["owner's", 'elsewhere'], [owner, alice]);
    channelId = await idOf("alice's");
    ({ group_id: groupId } = await owner.api.post('/user_groups/create', {
      name: 'others',
      description: '',
      members: [owner.userId],
    }));
  });

  /** IDs of a channel that Alice administers, and of a group that she does not administer. */
  let channelId: number;
  let groupId: number;
  let count = 0;
  const topicsPolicies = ['allow_empty_topic', 'disable_empty_topic', 'inherit'];
  const topic = () => `topic ${++count}`;
  /** Sends a message as the owner, and changes its topic or channel as Alice. */
  const move = async (change: (topic: string) => Body | Promise<Body>) => {
    const name = topic();
    const message = await owner.send("owner's", 'to be moved', name);
    return alice.api.patch(`/messages/${message}`, await change(name));
  };
  /** Requests of a member that require a permission, by the setting that holds the permission. */
  const uses: Readonly<Record<string, () => Promise<Body>>> = {
    can_create_public_channel_group: () => alice.subscribe([`public ${++count}`]),
    can_create_private_channel_group: () =>
      alice.subscribe([`private ${++count}`], undefined, { invite_only: true }),
    can_create_groups: () =>
      alice.api.post('/user_groups/create', { name: `group ${++count}`, description: '', members: [] }),
    can_create_bots_group: () =>
      alice.api.post('/bots', { full_name: `Bot ${++count}`, short_name: `bot-${count}` }),
    // People with the previous permission may create these bots as well.
    can_create_write_only_bots_group: () =>
      alice.api.post('/bots', { full_name: `Hook ${++count}`, short_name: `hook-${count}`, bot_type: 2 }),
    can_manage_all_groups: () => alice.api.patch(`/user_groups/${groupId}`, { description: `of ${++count}` }),
    can_set_topics_policy_group: () =>
      alice.api.patch(`/streams/${channelId}`, { topics_policy: topicsPolicies[++count % 3] }),
    can_set_delete_message_policy_group: () =>
      alice.api.patch(`/streams/${channelId}`, {
        can_delete_own_message_group: {
          new: ++count % 2 === 0 ? groups.get('role:members') : groups.get('role:moderators'),
        },
      }),
    can_invite_users_group: () =>
      alice.api.post('/invites', { invitee_emails: `guest${++count}@test.example`, stream_ids: [] }),
    create_multiuse_invite_group: () => alice.api.post('/invites/multiuse', {}),
    async can_add_subscribers_group() {
      await owner.unsubscribe(["owner's"], [bob]);
      return alice.subscribe(["owner's"], [bob]);
    },
    can_delete_any_message_group: async () =>
      alice.api.delete(`/messages/${await owner.send("owner's", 'of the owner')}`),
    can_delete_own_message_group: async () =>
      alice.api.delete(`/messages/${await alice.send("owner's", 'of Alice')}`),
    can_move_messages_between_channels_group: () =>
      move(async () => ({ stream_id: await idOf('elsewhere'), propagate_mode: 'change_all' })),
    can_move_messages_between_topics_group: () => move(() => ({ topic: topic() })),
    can_resolve_topics_group: () => move((name) => ({ topic: `✔ ${name}`, propagate_mode: 'change_all' })),
  };

  it.each(Object.keys(uses))('%s lets its holders act, and refuses others', async (name) => {
    const give = async (group: string) => {
      await setOrganization({ [name]: { new: groups.get(group) } });
      // Waits, because the requests of another person may be handled before the services have processed the owner's change.
      await network.caughtUp();
    };
    await give('role:members');
    await uses[name]!();
    await give('role:administrators');
    await expect(uses[name]!()).rejects.toMatchObject({ status: 400 });
  });
});

describe('default_language', () => {
  it('of the organization applies to notices in channels, to mails to strangers, and to new people', async () => {
    await setOrganization({ default_language: 'de' });
    const { greta } = await organization.add('greta');
    await owner.subscribe(['Deutsch'], [owner, greta!]);
    const id = await idOf('Deutsch');
    await owner.api.patch(`/streams/${id}`, { message_retention_days: 1 });
    expect((await contents(owner, [{ operator: 'channel', operand: id }], 1))[0]).toContain(
      'hat die Aufbewahrung der Nachrichten',
    );
    await owner.api.post('/invites', { invitee_emails: 'fremd@test.example', stream_ids: [] });
    expect((await mailbox.waitFor('fremd@test.example', 'lädt dich')).text).toContain('Um deinen Namen');
    await owner.api.patch(`/users/${greta!.userId}`, { role: 300 });
    const { initial } = await greta!.register({ event_types: [], fetch_event_types: ['user_settings'] });
    expect(initial.user_settings.default_language).toBe('de');
    await setOrganization({ default_language: 'en' });
  });

  it('of a person applies to errors for clients that request no language, immediately', async () => {
    const refusal = async () =>
      (await bob.api.raw('PATCH', '/settings', { default_language: 'x_y_z' })).body.msg;
    expect(await refusal()).toBe('Invalid default_language');
    await bob.api.patch('/settings', { default_language: 'de' });
    await until('errors are German', async () => (await refusal()) === '„default_language“ ist ungültig');
    await bob.api.patch('/settings', { default_language: 'en' });
    await until('errors are English', async () => (await refusal()) === 'Invalid default_language');
  });

  it('of a person applies to direct messages and mails to the person', async () => {
    await bob.api.patch('/settings', { default_language: 'de' });
    await network.caughtUp();
    await owner.subscribe(['talk'], [alice, bob], { send_new_subscription_messages: true });
    // Searches all direct messages, because earlier tests may have caused other notices.
    const isTold = (person: Person, words: string) =>
      until(words, async () =>
        (await contents(person, [['is', 'dm']], 1)).some((each) => each.includes(words)),
      );
    await isTold(alice, 'subscribed you to the channel #**talk**');
    await isTold(bob, 'hat dich in den Kanal');
    await owner.api.delete(`/users/${bob.userId}`, { deactivation_notification_comment: 'Bis bald!' });
    expect((await mailbox.waitFor(bob.email, 'deaktiviert')).text).toContain('dein Konto wurde deaktiviert');
  });
});

it('a deactivated organization announces it, refuses all requests, and ends waiting polls', async () => {
  await owner.api.patch('/realm', { enable_spectator_access: true });
  await owner.subscribe(['web'], undefined, { is_web_public: true });
  await owner.send('web', 'to the world');
  const narrow = [
    { operator: 'channels', operand: 'web-public' },
    { operator: 'channel', operand: 'web' },
  ];
  const range = { num_before: 1, num_after: 0, anchor: 'newest' };
  const visit = () => new ApiClient(() => network.gatewayUrl()).raw('GET', '/messages', { narrow, ...range });
  await until('visitors read', async () => (await visit()).status === 200);
  const queue = await alice.register({ event_types: ['realm'], fetch_event_types: [] });
  const setActive = (isActive: boolean) =>
    network.asOperator((userAdmin, call) =>
      userAdmin.setOrganizationActive({ isActive, dryRun: false }, call),
    );
  await setActive(false);
  const refused = { status: 401, body: { code: 'REALM_DEACTIVATED' } };
  await until('requests are refused', async () => {
    const answer = await alice.api.raw('GET', '/users/me');
    return answer.status === 401 && answer;
  }).then((answer) => expect(answer).toMatchObject(refused));
  expect(await alice.api.raw('GET', '/events', { queue_id: queue.queueId, dont_block: true })).toMatchObject(
    refused,
  );
  expect(
    await until('visitors are refused', async () => {
      const answer = await visit();
      return answer.status === 401 && answer;
    }),
  ).toMatchObject(refused);
  const picture = await fetch(`${network.gatewayUrl()}/user_avatars/1/${'a'.repeat(36)}.png`);
  expect([picture.status, await picture.json()]).toMatchObject([401, { code: 'REALM_DEACTIVATED' }]);
  await setActive(true);
  const events: Body[] = [];
  await until('the event arrives', async () => {
    events.push(...(await queue.pollNow().catch(() => [])));
    return events.length > 0;
  });
  expect(events).toMatchObject([{ type: 'realm', op: 'deactivated' }]);
});
