import { ApiClient, ApiError, type Body } from './api-client.ts';
import { Person } from './person.ts';
import { type Random, randomOf } from './random.ts';

/** Returns whether the write shows in the answer. */
type Read = () => Promise<boolean>;

/** A write that was answered, with the reads of the same person that must show it. */
type Written = Readonly<Record<string, Read>>;

/** The environment of a sequence of writes: an administrator, and objects that only this sequence changes. */
export type Lane = {
  person: Person;
  /** A channel of the lane that the person is subscribed to. */
  channel: string;
  channelId: number;
  /** A default channel of the organization. */
  defaultChannelId: number;
  /** Base URL of any gateway. */
  url: () => string;
  /** Returns a number that no other write uses. */
  next: () => number;
  /**
   * Functions that remove objects after a pair, because an organization or a person may have only a limited number of
   * them.
   */
  cleanups: (() => Promise<unknown>)[];
  random: Random;
};

type Write = (lane: Lane) => Promise<Written>;

/** A picture of three by two pixels. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWMwTpsJQQxwFgBFaActajB43AAAAABJRU5ErkJggg==';
const password = 'parley-test';

const rendered = async ({ person }: Lane, content: string): Promise<string> =>
  (await person.api.post('/messages/render', { content })).rendered as string;

/** Sends a message and returns it as it is stored. */
async function sent(lane: Lane, content: string, topic = 'test'): Promise<Body> {
  const id = await lane.person.send(lane.channel, content, topic);
  return (await lane.person.api.get(`/messages/${id}`)).message as Body;
}

const registered = async ({ person }: Lane, type: string): Promise<Body> =>
  person.api.post('/register', {
    event_types: [],
    fetch_event_types: [type],
    client_capabilities: { notification_settings_null: true, linkifier_url_template: true },
  });

async function upload({ person, url }: Lane, path: string, name: string, bytes: Buffer): Promise<Body> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name));
  const authorization = `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')}`;
  const response = await fetch(`${url()}/api/v1${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  const body = (await response.json()) as Body;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${body.msg}`);
  return body;
}

async function newUser({ person, next }: Lane): Promise<{ id: number; name: string }> {
  const name = `User ${next()}`;
  const email = `${name.replace(' ', '')}@test.example`;
  const { user_id: id } = await person.api.post('/users', { email, password, full_name: name });
  return { id, name };
}

const attachmentOf = async ({ person }: Lane, uri: string): Promise<Body | undefined> =>
  ((await person.api.get('/attachments')).attachments as Body[]).find(({ path_id }) => uri.endsWith(path_id));

const find = (list: unknown, matches: (each: Body) => boolean): Body | undefined =>
  (list as Body[]).find(matches);

/** Returns whether a request succeeds. @throws when it gets no answer, or when the server failed */
const succeeds = async (request: Promise<unknown>): Promise<boolean> => {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
};

/** Every kind of write, each with the reads that must show it. */
const ownWrites: Readonly<Record<string, Write>> = {
  async 'send a link to a file'(lane) {
    const { uri } = await upload(lane, '/user_uploads', `a${lane.next()}.txt`, Buffer.from('text'));
    const id = await lane.person.send(lane.channel, `[file](${uri})`);
    return {
      'list attachments': async () =>
        Boolean(find((await attachmentOf(lane, uri))?.messages ?? [], (each) => each.id === id)),
      'read messages': async () => Boolean(find(await lane.person.messages(), (each) => each.id === id)),
      'read the message': () => succeeds(lane.person.api.get(`/messages/${id}`)),
    };
  },

  async 'remove a link to a file by an edit'(lane) {
    const { uri } = await upload(lane, '/user_uploads', `b${lane.next()}.txt`, Buffer.from('text'));
    const id = await lane.person.send(lane.channel, `[file](${uri})`);
    await lane.person.api.patch(`/messages/${id}`, { content: 'nothing' });
    return {
      'list attachments': async () => (await attachmentOf(lane, uri))?.messages.length === 0,
      'read the message': async () =>
        (await lane.person.api.get(`/messages/${id}`, { apply_markdown: false })).message.content ===
        'nothing',
    };
  },

  async 'create a user'(lane) {
    const { id, name } = await newUser(lane);
    return {
      'list users': async () =>
        Boolean(find((await lane.person.api.get('/users')).members, (each) => each.user_id === id)),
      'read the user': () => succeeds(lane.person.api.get(`/users/${id}`)),
      'list the members of a default channel': async () =>
        (await lane.person.api.get(`/streams/${lane.defaultChannelId}/members`)).subscribers.includes(id),
      'read the user’s subscription of a default channel': async () =>
        (await lane.person.api.get(`/users/${id}/subscriptions/${lane.defaultChannelId}`)).is_subscribed,
      'write to the user': () =>
        succeeds(lane.person.api.post('/messages', { type: 'direct', to: [id], content: 'Hello' })),
      'mention the user': async () => (await rendered(lane, `@**${name}**`)).includes(`data-user-id="${id}"`),
    };
  },

  async 'deactivate a user'(lane) {
    const { id } = await newUser(lane);
    await lane.person.api.delete(`/users/${id}`);
    return {
      'read the user': async () => !(await lane.person.api.get(`/users/${id}`)).user.is_active,
      'list the members of a default channel': async () =>
        !(await lane.person.api.get(`/streams/${lane.defaultChannelId}/members`)).subscribers.includes(id),
      'write to the user': async () =>
        !(await succeeds(lane.person.api.post('/messages', { type: 'direct', to: [id], content: 'Hello' }))),
    };
  },

  async 'add a bot'(lane) {
    const name = `bot${lane.next()}`;
    const { user_id: id, api_key: apiKey } = await lane.person.api.post('/bots', {
      full_name: name,
      short_name: name,
    });
    lane.cleanups.push(() => lane.person.api.delete(`/bots/${id}`));
    return {
      'list bots': async () =>
        Boolean(find((await lane.person.api.get('/bots')).bots, (each) => each.user_id === id)),
      'read the bot’s key': async () => (await lane.person.api.get(`/bots/${id}/api_key`)).api_key === apiKey,
      'mention the bot': async () => (await rendered(lane, `@**${name}**`)).includes(`data-user-id="${id}"`),
      'subscribe the bot': () =>
        succeeds(
          lane.person.api.post('/users/me/subscriptions', {
            subscriptions: [{ name: lane.channel }],
            principals: [id],
          }),
        ),
    };
  },

  async 'add a linkifier'(lane) {
    const word = `lf${lane.next()}x`;
    const { id } = await lane.person.api.post('/realm/filters', {
      pattern: `${word}(?P<id>[0-9]+)`,
      url_template: `https://${word}.example/{id}`,
    });
    lane.cleanups.push(() => lane.person.api.delete(`/realm/filters/${id}`));
    const link = `href="https://${word}.example/7"`;
    return {
      'render a text': async () => (await rendered(lane, `${word}7`)).includes(link),
      'send and read a message': async () => (await sent(lane, `${word}7`)).content.includes(link),
      'list linkifiers': async () =>
        Boolean(find((await lane.person.api.get('/realm/linkifiers')).linkifiers, (each) => each.id === id)),
      register: async () =>
        Boolean(
          find((await registered(lane, 'realm_linkifiers')).realm_linkifiers, (each) => each.id === id),
        ),
      'remove it and render a text': async () => {
        await lane.person.api.delete(`/realm/filters/${id}`);
        return !(await rendered(lane, `${word}7`)).includes(link);
      },
    };
  },

  async 'add an emoji'(lane) {
    const name = `e${lane.next()}`;
    await upload(lane, `/realm/emoji/${name}`, `${name}.png`, Buffer.from(png, 'base64'));
    lane.cleanups.push(() => lane.person.api.delete(`/realm/emoji/${name}`));
    return {
      'render a text': async () => (await rendered(lane, `:${name}:`)).includes('<img'),
      'send and read a message': async () => (await sent(lane, `:${name}:`)).content.includes('<img'),
      'list emoji': async () =>
        Object.values((await lane.person.api.get('/realm/emoji')).emoji as Record<string, Body>).some(
          (each) => each.name === name,
        ),
      'react with it': async () => {
        const id = await lane.person.send(lane.channel, 'x');
        return succeeds(lane.person.api.post(`/messages/${id}/reactions`, { emoji_name: name }));
      },
      'remove it and render a text': async () => {
        await lane.person.api.delete(`/realm/emoji/${name}`);
        return !(await rendered(lane, `:${name}:`)).includes('<img');
      },
    };
  },

  async 'create a group'(lane) {
    const name = `group${lane.next()}`;
    const { group_id: id } = await lane.person.api.post('/user_groups/create', {
      name,
      description: '',
      members: [lane.person.userId],
    });
    lane.cleanups.push(() => lane.person.api.post(`/user_groups/${id}/deactivate`));
    return {
      'list groups': async () =>
        Boolean(find((await lane.person.api.get('/user_groups')).user_groups, (each) => each.id === id)),
      'mention the group': async () =>
        (await rendered(lane, `@*${name}*`)).includes(`data-user-group-id="${id}"`),
      'mention the group in a message': async () =>
        (await sent(lane, `@*${name}*`)).content.includes(`data-user-group-id="${id}"`),
      'permit the group to post': () =>
        succeeds(
          lane.person.api.patch(`/streams/${lane.channelId}`, {
            can_remove_subscribers_group: { new: id },
          }),
        ),
    };
  },

  async 'change the members of a group'(lane) {
    const name = `team${lane.next()}`;
    const { userId } = lane.person;
    const { group_id: id } = await lane.person.api.post('/user_groups/create', {
      name,
      description: '',
      members: [],
    });
    await lane.person.api.post(`/user_groups/${id}/members`, { add: [userId] });
    lane.cleanups.push(() => lane.person.api.post(`/user_groups/${id}/deactivate`));
    return {
      'list the members': async () =>
        (await lane.person.api.get(`/user_groups/${id}/members`)).members.includes(userId),
      'ask about a member': async () =>
        (await lane.person.api.get(`/user_groups/${id}/members/${userId}`)).is_user_group_member,
      'be mentioned': async () => {
        const { id: messageId } = await sent(lane, `@*${name}*`);
        return find(await lane.person.messages(), (each) => each.id === messageId)?.flags.includes(
          'mentioned',
        );
      },
    };
  },

  async 'create a channel'(lane) {
    const name = `channel ${lane.next()}`;
    await lane.person.subscribe([name]);
    const narrow = [{ operator: 'channel', operand: name }];
    return {
      'list subscriptions': async () =>
        Boolean(
          find(
            (await lane.person.api.get('/users/me/subscriptions')).subscriptions,
            (each) => each.name === name,
          ),
        ),
      'list channels': async () =>
        Boolean(find((await lane.person.api.get('/streams')).streams, (each) => each.name === name)),
      'find its ID': () => succeeds(lane.person.api.get('/get_stream_id', { stream: name })),
      'send to it': () => succeeds(lane.person.send(name, 'Hello')),
      'read its messages': () => succeeds(lane.person.messages(narrow)),
      'link it': async () => (await rendered(lane, `#**${name}**`)).includes('data-stream-id'),
      register: async () =>
        Boolean(find((await registered(lane, 'subscription')).subscriptions, (each) => each.name === name)),
      'send the first message and read the channel': async () => {
        const id = await lane.person.send(name, 'first');
        const { stream_id } = await lane.person.api.get('/get_stream_id', { stream: name });
        return (await lane.person.api.get(`/streams/${stream_id}`)).stream.first_message_id === id;
      },
      'send the first message and list subscriptions': async () => {
        const id = await lane.person.send(name, 'first');
        const { subscriptions } = await lane.person.api.get('/users/me/subscriptions');
        return find(subscriptions, (each) => each.name === name)?.first_message_id === id;
      },
    };
  },

  async 'rename a channel'(lane) {
    const name = `old ${lane.next()}`;
    const renamed = `new ${lane.next()}`;
    await lane.person.subscribe([name]);
    const { stream_id: id } = await lane.person.api.get('/get_stream_id', { stream: name });
    await lane.person.api.patch(`/streams/${id}`, { new_name: renamed });
    return {
      'read the channel': async () => (await lane.person.api.get(`/streams/${id}`)).stream.name === renamed,
      'send to its new name': () => succeeds(lane.person.send(renamed, 'Hello')),
      'send to its old name': async () => !(await succeeds(lane.person.send(name, 'Hello'))),
      'link its new name': async () =>
        (await rendered(lane, `#**${renamed}**`)).includes(`data-stream-id="${id}"`),
    };
  },

  async 'leave a private channel'(lane) {
    const name = `private ${lane.next()}`;
    const { person } = lane;
    await person.subscribe([name], undefined, { invite_only: true });
    const id = await person.send(name, 'secret');
    await person.unsubscribe([name]);
    return {
      'list subscriptions': async () =>
        !find((await person.api.get('/users/me/subscriptions')).subscriptions, (each) => each.name === name),
      'send to it': async () => !(await succeeds(person.send(name, 'Hello'))),
      'read its message': async () => !(await succeeds(person.api.get(`/messages/${id}`))),
    };
  },

  async 'follow a topic'(lane) {
    const topic = `topic ${lane.next()}`;
    const id = await lane.person.send(lane.channel, 'in a topic', topic);
    await lane.person.api.post('/user_topics', {
      stream_id: lane.channelId,
      topic,
      visibility_policy: 3,
    });
    const narrow = [
      { operator: 'is', operand: 'followed' },
      { operator: 'topic', operand: topic },
    ];
    return {
      'read followed topics': async () =>
        Boolean(find(await lane.person.messages(narrow), (each) => each.id === id)),
      register: async () =>
        Boolean(
          find((await registered(lane, 'user_topic')).user_topics, (each) => each.topic_name === topic),
        ),
    };
  },

  async 'set alert words'(lane) {
    const word = `alert${lane.next()}`;
    await lane.person.api.post('/users/me/alert_words', { alert_words: [word] });
    lane.cleanups.push(() => lane.person.api.delete('/users/me/alert_words', { alert_words: [word] }));
    return {
      'list alert words': async () =>
        (await lane.person.api.get('/users/me/alert_words')).alert_words.includes(word),
      'send and read a message': async () => {
        const id = await lane.person.send(lane.channel, `is ${word} known`);
        const narrow = [{ operator: 'is', operand: 'alerted' }];
        return Boolean(find(await lane.person.messages(narrow), (each) => each.id === id));
      },
      'remove it, send and read a message': async () => {
        await lane.person.api.delete('/users/me/alert_words', { alert_words: [word] });
        const id = await lane.person.send(lane.channel, `is ${word} known`);
        const message = find(await lane.person.messages(), (each) => each.id === id);
        return message?.flags.includes('has_alert_word') === false;
      },
    };
  },

  async 'mute a user'(lane) {
    const { id } = await newUser(lane);
    await lane.person.api.post(`/users/me/muted_users/${id}`);
    return {
      register: async () =>
        Boolean(find((await registered(lane, 'muted_users')).muted_users, (each) => each.id === id)),
    };
  },

  async 'change the own name'(lane) {
    const full_name = `Name ${lane.next()}`;
    await lane.person.api.patch('/settings', { full_name });
    return {
      'read the own account': async () => (await lane.person.api.get('/users/me')).full_name === full_name,
      'send and read a message': async () => (await sent(lane, 'by whom')).sender_full_name === full_name,
      'mention oneself': async () =>
        (await rendered(lane, `@**${full_name}**`)).includes(`data-user-id="${lane.person.userId}"`),
    };
  },

  async 'change a role'(lane) {
    const { id } = await newUser(lane);
    await lane.person.api.patch(`/users/${id}`, { role: 600 });
    return {
      'read the user': async () => (await lane.person.api.get(`/users/${id}`)).user.role === 600,
      'list the members of a role': async () => {
        const { user_groups } = await lane.person.api.get('/user_groups');
        const everyone = find(user_groups, (each) => each.name === 'role:everyone')!;
        const { members } = await lane.person.api.get(`/user_groups/${everyone.id}/members`);
        return members.includes(id);
      },
    };
  },

  async 'add a default channel'(lane) {
    const name = `default ${lane.next()}`;
    await lane.person.subscribe([name]);
    const { stream_id: id } = await lane.person.api.get('/get_stream_id', { stream: name });
    await lane.person.api.post('/default_streams', { stream_id: id });
    lane.cleanups.push(() => lane.person.api.delete('/default_streams', { stream_id: id }));
    return {
      register: async () => {
        const { realm_default_streams: ids } = await registered(lane, 'default_streams');
        return (ids as number[]).includes(id);
      },
      'create a user and list the members': async () => {
        const user = await newUser(lane);
        const { subscribers } = await lane.person.api.get(`/streams/${id}/members`);
        return subscribers.includes(user.id);
      },
    };
  },

  async 'add a profile field'(lane) {
    const name = `Field ${lane.next()}`;
    const { id } = await lane.person.api.post('/realm/profile_fields', { name, field_type: 1 });
    lane.cleanups.push(() => lane.person.api.delete(`/realm/profile_fields/${id}`));
    return {
      'list profile fields': async () => {
        const { custom_fields } = await lane.person.api.get('/realm/profile_fields');
        return Boolean(find(custom_fields, (each) => each.id === id));
      },
      'fill it and read the own account': async () => {
        await lane.person.api.patch('/users/me/profile_data', { data: [{ id, value: 'filled' }] });
        const { profile_data } = await lane.person.api.get('/users/me');
        return profile_data[id]?.value === 'filled';
      },
    };
  },

  async 'set the own status'(lane) {
    const status_text = `status ${lane.next()}`;
    await lane.person.api.post('/users/me/status', { status_text });
    return {
      'read the status': async () =>
        (await lane.person.api.get(`/users/${lane.person.userId}/status`)).status.status_text === status_text,
      register: async () =>
        (await registered(lane, 'user_status')).user_status[lane.person.userId]?.status_text === status_text,
    };
  },

  async 'report presence'(lane) {
    const { api, email } = lane.person;
    // Reports are stored in whole seconds.
    await new Promise((resolve) => setTimeout(resolve, 1_000 - (Date.now() % 1_000)));
    const at = Math.floor(Date.now() / 1_000);
    await api.post('/users/me/presence', { status: 'active', new_user_input: true });
    return {
      'read the own presence': async () =>
        (await api.get(`/users/${email}/presence`)).presence.aggregated.timestamp >= at,
      'list presences': async () =>
        (await api.get('/realm/presence')).presences[email]?.aggregated.timestamp >= at,
      register: async () => (await registered(lane, 'presence')).presences[email]?.aggregated.timestamp >= at,
    };
  },

  async 'star, react to and edit a message'(lane) {
    const id = await lane.person.send(lane.channel, 'before');
    await lane.person.api.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    await lane.person.api.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    await lane.person.api.patch(`/messages/${id}`, { content: 'after' });
    return {
      'read starred messages': async () => {
        const starred = await lane.person.messages([{ operator: 'is', operand: 'starred' }]);
        return find(starred, (each) => each.id === id)?.content === 'after';
      },
      'read reactions': async () =>
        Boolean(
          find(await lane.person.messages(), (each) => each.id === id)?.reactions.some(
            (each: Body) => each.emoji_name === 'tada',
          ),
        ),
      'search for the new text': async () =>
        Boolean(
          find(
            await lane.person.messages([
              { operator: 'search', operand: 'after' },
              { operator: 'id', operand: id },
            ]),
            (each) => each.id === id,
          ),
        ),
    };
  },

  async 'move a topic'(lane) {
    const topic = `from ${lane.next()}`;
    const moved = `to ${lane.next()}`;
    const id = await lane.person.send(lane.channel, 'moving', topic);
    await lane.person.api.post('/user_topics', { stream_id: lane.channelId, topic, visibility_policy: 3 });
    await lane.person.api.patch(`/messages/${id}`, { topic: moved, propagate_mode: 'change_all' });
    return {
      'list topics': async () =>
        Boolean(
          find(
            (await lane.person.api.get(`/users/me/${lane.channelId}/topics`)).topics,
            (each) => each.name === moved,
          ),
        ),
      'read the message': async () =>
        (await lane.person.api.get(`/messages/${id}`)).message.subject === moved,
      'register, where it is followed': async () =>
        Boolean(
          find((await registered(lane, 'user_topic')).user_topics, (each) => each.topic_name === moved),
        ),
    };
  },

  async 'save a draft and a snippet'(lane) {
    const content = `draft ${lane.next()}`;
    const draft = { type: 'stream', to: [lane.channelId], topic: 't', content, timestamp: 1_700_000_000 };
    const { ids } = await lane.person.api.post('/drafts', { drafts: [draft] });
    const { saved_snippet_id } = await lane.person.api.post('/saved_snippets', { title: content, content });
    lane.cleanups.push(
      () => lane.person.api.delete(`/drafts/${ids[0]}`),
      () => lane.person.api.delete(`/saved_snippets/${saved_snippet_id}`),
    );
    return {
      'list drafts': async () => {
        const { drafts } = await lane.person.api.get('/drafts');
        return Boolean(find(drafts, (each) => each.content === content));
      },
      'list snippets': async () => {
        const { saved_snippets } = await lane.person.api.get('/saved_snippets');
        return Boolean(find(saved_snippets, (each) => each.id === saved_snippet_id));
      },
    };
  },
};

/**
 * Makes a random write and one of its reads as the same person, each through any gateway. Returns whether the read
 * showed the write.
 */
export async function randomPair(lane: Lane): Promise<{ pair: string; isSeen: boolean }> {
  const names = Object.keys(ownWrites);
  const write = names[lane.random(names.length)]!;
  const reads = await ownWrites[write]!(lane);
  const read = Object.keys(reads)[lane.random(Object.keys(reads).length)]!;
  const isSeen = await reads[read]!();
  await cleanUp(lane);
  return { pair: `${write} → ${read}`, isSeen };
}

/** Removes what pairs created, as far as the servers answer. */
async function cleanUp({ cleanups }: Lane): Promise<void> {
  for (const clean of cleanups.splice(0)) await clean().catch(() => undefined);
}

/** Makes every pair of the table once, in order. */
export async function* everyPair(lane: Lane): AsyncGenerator<{ pair: string; isSeen: boolean }> {
  for (const [write, perform] of Object.entries(ownWrites)) {
    const count = Object.keys(await perform(lane)).length;
    for (let index = 0; index < count; index++) {
      const [read, isSeen] = Object.entries(await perform(lane))[index]!;
      yield { pair: `${write} → ${read}`, isSeen: await isSeen() };
      await cleanUp(lane);
    }
  }
}

export type LanesOptions = { owner: Person; people: readonly Person[]; url: () => string; seed: number };

/** Makes people administrators and creates a lane of writes for each. */
export async function openLanes({ owner, people, url, seed }: LanesOptions): Promise<Lane[]> {
  await owner.subscribe(['everyone']);
  const { stream_id: defaultChannelId } = await owner.api.get('/get_stream_id', { stream: 'everyone' });
  await owner.api.post('/default_streams', { stream_id: defaultChannelId });
  let count = 0;
  const lanes: Lane[] = [];
  for (const [index, account] of people.entries()) {
    const person = new Person(account, new ApiClient(url, account));
    await owner.api.patch(`/users/${person.userId}`, { role: 200 });
    const channel = `lane ${index}`;
    await person.subscribe([channel]);
    const { stream_id: channelId } = await person.api.get('/get_stream_id', { stream: channel });
    lanes.push({
      person,
      channel,
      channelId,
      defaultChannelId,
      url,
      next: () => count++,
      cleanups: [],
      random: randomOf(seed + index),
    });
  }
  return lanes;
}
