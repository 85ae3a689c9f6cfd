import type { Person } from '@parley/test-kit';
import pg from 'pg';
import type { Scenario } from '../bench.ts';
import { firstId, fullSize, generateMessages, rareWord } from '../reading/generate.ts';
import { generateOrganization } from '../reading/organization.ts';
import type { Figure } from '../report.ts';
import { median } from '../stats.ts';

const requests = 30;
const channel = firstId + 1;
const columns = 'm.id, m.sender_id, m.topic, m.rendered_content, m.sent_at, m.client';
const newest = 'order by m.id desc limit 101';

type Case = { name: string; narrow: [string, unknown][]; bare: string };

/** Each narrow beside the plainest statement that finds the same messages for someone who may read everything. */
const cases: readonly Case[] = [
  { name: 'home', narrow: [], bare: `select ${columns} from messages m ${newest}` },
  {
    name: 'channel',
    narrow: [['channel', channel]],
    bare: `select ${columns} from messages m where m.channel_id = ${channel} ${newest}`,
  },
  {
    name: 'topic',
    narrow: [
      ['channel', channel],
      ['topic', 'topic 77'],
    ],
    bare: `select ${columns} from messages m where m.channel_id = ${channel} and m.topic_key = 'topic 77' ${newest}`,
  },
  {
    name: 'direct conversation',
    narrow: [['dm', [firstId + 20]]],
    bare: `select ${columns} from messages m where m.conversation_id = ${firstId + 500_000_001} ${newest}`,
  },
  {
    name: 'is:unread',
    narrow: [['is', 'unread']],
    bare: `select ${columns} from messages m where not exists (
      select from read_ranges r where r.user_id = $1 and r.origin_id = m.origin_id and r.ranges @> m.id) ${newest}`,
  },
  {
    name: 'is:starred',
    narrow: [['is', 'starred']],
    bare: `select ${columns} from personal_flags f join messages m on m.id = f.message_id
      where f.user_id = $1 and f.flags & 1 <> 0 ${newest}`,
  },
  {
    name: 'is:mentioned',
    narrow: [['is', 'mentioned']],
    bare: `select ${columns} from messages m
      where (m.mentions_channel or m.id in (
        select f.message_id from personal_flags f where f.user_id = $1 and f.flags & 4 <> 0)) ${newest}`,
  },
  {
    name: 'has:link',
    narrow: [['has', 'link']],
    bare: `select ${columns} from messages m where m.has_link ${newest}`,
  },
  {
    name: 'sender:',
    narrow: [['sender', firstId + 500]],
    bare: `select ${columns} from messages m where m.sender_id = ${firstId + 500} ${newest}`,
  },
  {
    name: 'two words',
    narrow: [['search', `${rareWord} w3`]],
    bare: `select ${columns} from messages m where m.search_words @@ '${rareWord} & w3' ${newest}`,
  },
];

/** Reading 1,000,000 messages: for somebody in 1,000 channels and for somebody in a few quiet ones. */
export const reading: Scenario = async (bench) => {
  const added = await bench.organization.add('reads-everything', 'reads-little');
  const everything = added['reads-everything'];
  const little = added['reads-little'];
  const client = new pg.Client({ connectionString: bench.cluster.databaseUrl });
  await client.connect();
  try {
    bench.say(`Generating ${fullSize.messages} messages`);
    const readers = [everything.userId, little.userId];
    await everything.subscribe(['load reading']);
    await generateOrganization(client, fullSize, readers);
    await generateMessages(client, fullSize, readers);
    const figures: Figure[] = [];
    for (const one of cases) {
      const bare = await timed(requests, () =>
        client.query(one.bare, one.bare.includes('$1') ? [readers[0]] : []),
      );
      for (const [who, person] of [
        ['1,000 channels', everything],
        ['quiet channels', little],
      ] as const) {
        const value = await timed(requests, () => page(person, one.narrow));
        figures.push(figure(`${one.name}, ${who}, p50`, value, 25, bare));
      }
    }
    const topics = () => everything.api.get(`/users/me/${channel}/topics`);
    figures.push(figure('5,000 topics, p50', await timed(requests, topics), 25));
    const register = () =>
      everything.api.post('/register', { fetch_event_types: ['message', 'update_message_flags'] });
    figures.push(figure('register with unread_msgs, p50', await timed(10, register), 100));
    figures.push(await markOneByOne(everything));
    const all = await timed(1, () => everything.api.post('/mark_all_as_read'));
    figures.push(figure('mark everything read', all, 100));
    return figures;
  } finally {
    await client.end();
  }
};

const page = (person: Person, narrow: [string, unknown][]) =>
  person.messages(narrow.map(([operator, operand]) => ({ operator, operand })));

async function markOneByOne(person: Person): Promise<Figure> {
  const messages = await page(person, [['is', 'unread']]);
  let next = 0;
  const value = await timed(Math.min(requests, messages.length - 3), () =>
    person.api.post('/messages/flags', { messages: [messages[next++]!.id], op: 'add', flag: 'read' }),
  );
  return figure('mark one message read, p50', value, 5);
}

/** Median of several runs after a warm-up, milliseconds. */
async function timed(runs: number, run: () => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  for (let index = -3; index < runs; index++) {
    const start = performance.now();
    await run();
    if (index >= 0) samples.push(performance.now() - start);
  }
  return median(samples);
}

const figure = (name: string, value: number, aim: number, limit?: number): Figure => ({
  name: `reading: ${name}`,
  value,
  unit: 'ms',
  ...(limit !== undefined && { limit }),
  aim: `≤ ${aim} ms`,
  met: value <= aim,
  method: `over HTTP, one request at a time; ${fullSize.messages} messages, ${fullSize.people} people, ${fullSize.channels} channels`,
});
