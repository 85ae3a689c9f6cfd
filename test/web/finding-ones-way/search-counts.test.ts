import { Network, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Counted, countsOfFilters } from '../../../packages/web/src/search/filters/counts.ts';
import type { Filter } from '../../../packages/web/src/search/filters/filters.ts';
import { contents, periods } from '../../../packages/web/src/search/filters/offered-filters.ts';
import { uploadText } from '../../network/files/upload-text.ts';

// The client counts itself what a filter of a search would leave. It must count what the server would find.

let network: Network;
let alice: Person;
let bob: Person;

/** Texts with and without links, files and mentions, in every form that the filters tell apart. `FILE` is the address of an upload. */
const texts = (userId: number, groupId: number) => [
  'plain words',
  'https://example.com/path',
  '[words](https://example.com)',
  '`https://example.com`',
  '```\nhttps://example.com\n```',
  '```quote\nhttps://example.com\n```',
  '```spoiler a link\nhttps://example.com\n```',
  '![picture](https://example.com/picture.png)',
  'write to someone@example.com',
  '#**sandbox**',
  '#**sandbox>test**',
  `@**alice|${userId}**`,
  `@_**alice|${userId}**`,
  `\`@**alice|${userId}**\``,
  `\`\`\`quote\n@**alice|${userId}**\n\`\`\``,
  '@**all**',
  '@_**all**',
  '@**topic**',
  `@*crew|${groupId}*`,
  '@*crew*',
  '@_*crew*',
  ...[
    'plan.pdf',
    'a.png',
    'A.JPG',
    'a b.docx',
    'table.xlsx',
    'notes.md',
    'a.tar.gz',
    'a.zip',
    'sound.mp3',
  ].flatMap((name) => [`[${name}](FILE/${name})`]),
  '![x](FILE/shown.png)',
  '`[plan.pdf](FILE/plan.pdf)`',
  '[two](FILE/two.pdf) [three](FILE/three.webm)',
  '[no file](/user_uploads/1/2/nothing.pdf)',
];

const filters = [...periods, ...contents].map(([filter]) => filter);

const inTopic = [
  { operator: 'channel', operand: 'sandbox' },
  { operator: 'topic', operand: 'found' },
];

beforeAll(async () => {
  network = await Network.start({});
  const organization = await Organization.create(network);
  ({ alice, bob } = await organization.add('alice', 'bob'));
  await alice.subscribe(['sandbox'], [alice, bob]);
  const { group_id } = await organization.owner.api.post('/user_groups/create', {
    name: 'crew',
    description: '',
    members: [alice.userId],
  });
  for (const text of texts(alice.userId, group_id)) {
    let content = text;
    for (const [whole, name] of text.matchAll(/FILE\/([^)]+)/g))
      content = content.replace(whole, await uploadText(network, bob, name!, 'words'));
    const id = await bob.send('sandbox', content, 'found');
    if (id % 3 === 0) await bob.api.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    const flag = (['starred', 'read'] as const)[id % 5];
    if (flag) await alice.api.post('/messages/flags', { messages: [id], op: 'add', flag });
  }
});

afterAll(() => network?.stop());

const read = async (narrow: readonly Filter[]) =>
  (await alice.messages(narrow, { apply_markdown: true })) as (Counted & { readonly id: number })[];

const clock = { now: new Date(), timeZone: 'UTC' };

it.each(filters.map((filter) => [`${filter.operator}:${filter.operand}`, filter] as const))(
  'the filter %s counts what the server finds',
  async (_, filter) => {
    const messages = await read(inTopic);
    const found = new Set((await read([...inTopic, filter])).map(({ id }) => id));
    const wrong = messages.filter(
      (message) => countsOfFilters([message], [filter], clock)[0] !== (found.has(message.id) ? 1 : 0),
    );
    expect(wrong.map(({ content }) => content)).toEqual([]);
    expect(countsOfFilters(messages, [filter], clock)).toEqual([found.size]);
  },
);
