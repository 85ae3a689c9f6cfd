import { type AnyNetwork, anyNetwork, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Two names must not look alike, so names and topics contain no characters that show nothing or move the text around them. Walks all
// operations that give something a name.

let network: AnyNetwork;
let owner: Person;
let alice: Person;
let channelId: number;
let folderId: number;
let groupId: number;
let messageId: number;
let fieldId: number;
let snippetId: number;

beforeAll(async () => {
  network = await anyNetwork();
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice } = await organization.add('alice'));
  await owner.subscribe(['names'], [owner, alice]);
  channelId = (await owner.api.get('/get_stream_id', { stream: 'names' })).stream_id;
  const folder = { name: 'Folder', description: '' };
  folderId = (await owner.api.post('/channel_folders/create', folder)).channel_folder_id;
  const group = { name: 'group', description: '', members: [owner.userId] };
  groupId = (await owner.api.post('/user_groups/create', group)).group_id;
  fieldId = (await owner.api.post('/realm/profile_fields', { name: 'Field', field_type: 1 })).id;
  snippetId = (await owner.api.post('/saved_snippets', { title: 'Snippet', content: 'text' }))
    .saved_snippet_id;
  await network.caughtUp();
  messageId = await owner.send(channelId, 'a message', 'names');
});

afterAll(() => network?.stop());

const later = Math.floor(Date.now() / 1000) + 86_400;

/** Requests that give something a name, by what gets it. */
const naming: Readonly<Record<string, (name: string) => Promise<unknown>>> = {
  'a new channel': (name) => owner.api.post('/users/me/subscriptions', { subscriptions: [{ name }] }),
  'a channel': (new_name) => owner.api.patch(`/streams/${channelId}`, { new_name }),
  'a new channel folder': (name) => owner.api.post('/channel_folders/create', { name, description: '' }),
  'a channel folder': (name) => owner.api.patch(`/channel_folders/${folderId}`, { name }),
  'a new group': (name) =>
    owner.api.post('/user_groups/create', { name, description: '', members: [owner.userId] }),
  'a group': (name) => owner.api.patch(`/user_groups/${groupId}`, { name }),
  'a new person': (full_name) =>
    owner.api.post('/users', {
      email: `n${Math.random()}@test.example`,
      password: 'a fine password',
      full_name,
    }),
  'another person': (full_name) => owner.api.patch(`/users/${alice.userId}`, { full_name }),
  oneself: (full_name) => alice.api.patch('/settings', { full_name }),
  'a new bot': (full_name) =>
    owner.api.post('/bots', { full_name, short_name: `b${Math.random()}`.replace('.', ''), bot_type: 1 }),
  'the organization': (name) => owner.api.patch('/realm', { name }),
  'the empty topic': (empty_topic_display_name) => owner.api.patch('/realm', { empty_topic_display_name }),
  'a new profile field': (name) => owner.api.post('/realm/profile_fields', { name, field_type: 1 }),
  'a profile field': (name) => owner.api.patch(`/realm/profile_fields/${fieldId}`, { name }),
  'a new snippet': (title) => owner.api.post('/saved_snippets', { title, content: 'text' }),
  'a snippet': (title) => owner.api.patch(`/saved_snippets/${snippetId}`, { title }),
  'a playground': (name) =>
    owner.api.post('/realm/playgrounds', {
      name,
      pygments_language: 'Python',
      url_template: 'https://python.example/?code={code}',
    }),
  'a view': (name) =>
    owner.api.post('/navigation_views', {
      fragment: `narrow/sender/${Math.random()}`,
      name,
      is_pinned: true,
    }),
  'a key': (name) => owner.api.post('/users/me/api_keys', { name, scopes: [] }),
  'the topic of a message': (topic) =>
    owner.api.post('/messages', { type: 'channel', to: channelId, topic, content: 'text' }),
  'the topic of a moved message': (topic) => owner.api.patch(`/messages/${messageId}`, { topic }),
  'the topic of a scheduled message': (topic) =>
    owner.api.post('/scheduled_messages', {
      type: 'channel',
      to: channelId,
      topic,
      content: 'text',
      scheduled_delivery_timestamp: later,
    }),
};

const characters = [
  ['a zero-width space', '\u200b'],
  ['a Hangul filler', '\u3164'],
  ['a direction override', '\u202e'],
] as const;

describe.each(Object.entries(naming))('the name of %s', (_what, give) => {
  it('has visible characters', async () => {
    await give(`Visible ${Math.random()}`);
  });

  it.each(characters)('has no %s', async (_name, character) => {
    await expect(give(`vis${character}ible`)).rejects.toMatchObject({ status: 400 });
    await expect(give(character)).rejects.toMatchObject({ status: 400 });
  });
});

it.each(characters)('a message does not consist of %s', async (_name, character) => {
  const content = `${character} ${character}`;
  await expect(owner.send(channelId, content, 'names')).rejects.toMatchObject({ status: 400 });
  await expect(owner.api.patch(`/messages/${messageId}`, { content })).rejects.toMatchObject({ status: 400 });
  const id = await owner.send(channelId, `a${character}b`, 'names');
  const { message } = await owner.api.get(`/messages/${id}`, { apply_markdown: false });
  expect(message.content).toBe(`a${character}b`);
});
