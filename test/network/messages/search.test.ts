import { type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadText } from '../files/upload-text.ts';

// Search from outside: sorting, suggestions and files, and that all of it tells nothing of what a person may not see.

let network: Network;
let organization: Organization;
let alice: Person;
let bob: Person;
let guest: Person;
let openId: number;
let secretId: number;

beforeAll(async () => {
  network = await Network.start({});
  organization = await Organization.create(network);
  ({ alice, bob, guest } = await organization.add('alice', 'bob', 'guest'));
  await organization.owner.api.patch(`/users/${guest.userId}`, { role: 600 });
  await alice.subscribe(['open harbor'], [alice, bob]);
  await alice.subscribe(['secret harbor'], [alice], { invite_only: true });
  const idOf = async (stream: string) =>
    (await alice.api.get('/get_stream_id', { stream })).stream_id as number;
  openId = await idOf('open harbor');
  secretId = await idOf('secret harbor');
});

afterAll(() => network?.stop());

const search = (person: Person, operand: string, over: Body = {}): Promise<Body> =>
  person.api.get('/messages', {
    narrow: [{ operator: 'search', operand }],
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    ...over,
  });

const idsOf = (answer: Body): number[] => answer.messages.map(({ id }: Body) => id);

describe('a search', () => {
  it('finds a message at once, for everybody who may read it', async () => {
    const id = await alice.send(openId, 'the narwhal’s “tusk” — 3.5 m', 'animals');
    for (const words of ["narwhal's", 'tusk', 'narw', 'narwahl', '"3.5 m"'])
      for (const person of [alice, bob])
        expect([words, idsOf(await search(person, words))]).toEqual([words, [id]]);
    expect(idsOf(await search(guest, 'narwhal'))).toEqual([]);
  });

  it('is sorted as asked', async () => {
    const best = await alice.send(openId, 'albatross', 'albatross');
    const newer = await alice.send(openId, `albatross ${'word '.repeat(30)}`, 'other');
    expect(idsOf(await search(bob, 'albatross', { sort: 'relevance' }))).toEqual([best, newer]);
    expect(idsOf(await search(bob, 'albatross', { sort: 'newest' }))).toEqual([best, newer]);
    expect(idsOf(await search(bob, 'albatross'))).toEqual([best, newer]);
    const without = { sort: 'relevance', num_after: undefined };
    expect(idsOf(await search(bob, 'albatross', without))).toEqual([best, newer]);
    const refused = { status: 400, body: { code: 'BAD_REQUEST' } };
    for (const over of [
      { sort: 'oldest' },
      { sort: 'relevance', anchor: 'oldest' },
      { sort: 'relevance', num_after: 2 },
    ])
      await expect(search(bob, 'albatross', over)).rejects.toMatchObject(refused);
    const narrow = [{ operator: 'search', operand: 'albatros' }];
    const matching = (sort?: string) =>
      bob.api.get('/messages/matches_narrow', { msg_ids: [best, newer], narrow, ...(sort && { sort }) });
    for (const sort of [undefined, 'newest', 'relevance'])
      expect(Object.keys((await matching(sort)).messages).map(Number)).toEqual([best, newer]);
    await expect(matching('best')).rejects.toMatchObject(refused);
  });
});

const suggest = (person: Person, query: string): Promise<Body> =>
  person.api.get('/search/suggestions', { query });

describe('suggestions', () => {
  it('name people, channels and topics', async () => {
    const id = await alice.send(openId, 'hello', 'Harbor lights');
    const found = await suggest(bob, 'harb');
    expect(found).toMatchObject({
      channels: [{ stream_id: openId, name: 'open harbor' }],
      topics: [{ stream_id: openId, name: 'Harbor lights', max_id: id }],
      did_you_mean: null,
    });
    // Topics are found by their names, not by what is written in them.
    await alice.send(openId, 'nothing but a lighthouse', 'Evening walk');
    expect((await suggest(bob, 'lighthouse')).topics).toEqual([]);
    const { people } = await suggest(bob, 'alic');
    expect(people.map(({ user_id: userId }: Body) => userId)).toContain(alice.userId);
  });

  it('correct what was probably meant', async () => {
    await alice.send(openId, 'a hippopotamus', 'animals');
    expect(await suggest(bob, 'hippopotomus')).toMatchObject({ did_you_mean: 'hippopotamus' });
    expect(await suggest(bob, 'hippopotamus')).toMatchObject({ did_you_mean: null });
    expect(await suggest(bob, 'hippopopotamus')).toMatchObject({ did_you_mean: null });
  });

  it('tell nothing of channels, topics and words that a person may not see', async () => {
    await alice.send(secretId, 'a pterodactyl', 'Harbor secrets');
    const seen = async (person: Person) => {
      const found = await suggest(person, 'harbor');
      return [
        found.channels.map(({ name }: Body) => name).sort(),
        found.topics.map(({ name }: Body) => name).sort(),
      ];
    };
    expect(await seen(alice)).toEqual([
      ['open harbor', 'secret harbor'],
      ['Harbor lights', 'Harbor secrets'],
    ]);
    expect(await seen(bob)).toEqual([['open harbor'], ['Harbor lights']]);
    expect(await seen(guest)).toEqual([[], []]);
    expect(await suggest(alice, 'pterodactil')).toMatchObject({ did_you_mean: 'pterodactyl' });
    expect(await suggest(bob, 'pterodactil')).toMatchObject({ did_you_mean: null });
  });
});

describe('files', () => {
  it('are found by their names and messages, by those who may read a message with them', async () => {
    const upload = (person: Person, name: string) => uploadText(network, person, name, 'x');
    const invoice = await upload(alice, 'quarterly-invoice.pdf');
    const plan = await upload(alice, 'plan.txt');
    await alice.send(openId, `the gazebo [quarterly-invoice.pdf](${invoice})`, 'files');
    await alice.send(secretId, `see the gazebo: [plan.txt](${plan})`, 'files');
    const find = async (person: Person, query: string) =>
      (await person.api.get('/search/files', { query })).files.map(({ name }: Body) => name);
    expect(await find(bob, 'invoice')).toEqual(['quarterly-invoice.pdf']);
    expect(await find(alice, 'gazebo')).toEqual(['plan.txt', 'quarterly-invoice.pdf']);
    expect(await find(bob, 'gazebo')).toEqual(['quarterly-invoice.pdf']);
    expect(await find(bob, 'plan')).toEqual([]);
    expect(await find(guest, 'invoice')).toEqual([]);
    const { files } = await bob.api.get('/search/files', { query: 'gazebo' });
    expect(files[0]).toMatchObject({
      path_id: invoice.replace('/user_uploads/', ''),
      stream_id: openId,
      topic: 'files',
      sender_id: alice.userId,
      context: expect.stringContaining('the <span class="highlight">gazebo</span>'),
    });
    expect(files[0].text_status).toMatch(/^(pending|unsupported|broken)$/);
    const marked = (await bob.api.get('/search/files', { query: 'invoice' })).files[0].match_name;
    expect(marked).toContain('<span class="highlight">invoice</span>');
  });

  it('are found by their texts, by those who may read a message with them', async () => {
    const notes = await uploadText(network, alice, 'notes.txt', 'first line\nthe quokka census is done\n');
    const id = await alice.send(openId, `[notes.txt](${notes})`, 'files');
    await alice.send(secretId, `again [notes.txt](${notes})`, 'files');
    const hidden = await uploadText(network, alice, 'hidden.txt', 'another quokka');
    await alice.send(secretId, `[hidden.txt](${hidden})`, 'files');
    const find = async (person: Person): Promise<Body[]> =>
      (await person.api.get('/search/files', { query: 'quokka' })).files;
    await until('the texts are read', async () => (await find(alice)).length === 2 || undefined);
    expect((await find(alice)).map(({ name }) => name)).toEqual(['hidden.txt', 'notes.txt']);
    expect(await find(bob)).toMatchObject([
      {
        name: 'notes.txt',
        context: 'the <span class="highlight">quokka</span> census is done',
        message_id: id,
        text_status: 'text',
      },
    ]);
    expect(await find(guest)).toEqual([]);
  });

  it('are not found any more once they, their link or their message are gone', async () => {
    const ways: Record<string, (file: { pathId: string; messageId: number }) => Promise<unknown>> = {
      'edited.txt': ({ messageId }) => alice.api.patch(`/messages/${messageId}`, { content: 'no more' }),
      'message-deleted.txt': ({ messageId }) => organization.owner.api.delete(`/messages/${messageId}`),
      'deleted.txt': async ({ pathId }) => {
        const { attachments } = await alice.api.get('/attachments');
        const { id } = attachments.find(({ path_id }: Body) => path_id === pathId);
        await alice.api.delete(`/attachments/${id}`);
      },
    };
    for (const [name, end] of Object.entries(ways)) {
      const word = `wombat${name.replaceAll(/\W/g, '')}`;
      const url = await uploadText(network, alice, name, `a ${word}`);
      const messageId = await alice.send(openId, `[${name}](${url})`, 'files');
      const find = async (query: string): Promise<Body[]> =>
        (await bob.api.get('/search/files', { query })).files;
      await until('the text is read', async () => (await find(word)).length === 1 || undefined);
      expect(await find(`"${name}"`)).toMatchObject([{ name, message_id: messageId }]);
      await end({ pathId: url.replace('/user_uploads/', ''), messageId });
      expect([name, await find(word), await find(`"${name}"`)]).toEqual([name, [], []]);
    }
  });
});
