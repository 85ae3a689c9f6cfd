import { type Body, type Person, until } from '@parley/test-kit';
import { type Bench, createChannel, type Scenario } from '../bench.ts';
import { HttpSender, sampleContent } from '../http-sender.ts';
import { percentile } from '../stats.ts';

/** Number of messages in the topic. The environment variable `BENCH_TOPIC_MESSAGES` reduces it for a shorter trial run. */
const messages = Number(process.env.BENCH_TOPIC_MESSAGES ?? 50_000);
const kept = 100;
const perSecond = 100;
const usualMs = 10_000;

/**
 * Measures how long the deletion of a large topic takes, and how long sends to another channel take before and during it.
 * Afterwards, verifies the unread counts of two people: one has read half of the deleted messages, the other none.
 */
export const topicDeletion: Scenario = async (bench) => {
  const doomed = await createChannel(bench, 'load doomed');
  const elsewhere = await createChannel(bench, 'load elsewhere');
  const { untouched, halfway } = (await bench.organization.add('untouched', 'halfway')) as Record<
    string,
    Person
  >;
  for (const person of [untouched!, halfway!]) await person.subscribe(['load doomed', 'load elsewhere']);
  const sender = new HttpSender(bench.cluster.url, bench.sender, 32);
  bench.say(`Sending ${messages} messages to a topic`);
  for (let n = 0; n < kept / 2; n++) await sender.send(doomed, 'kept', sampleContent);
  await sender.sendCount(messages / 2, 32, doomed);
  // Half of the deleted messages are read by this person, half are unread.
  await halfway!.api.post('/mark_stream_as_read', { stream_id: doomed });
  await sender.sendCount(messages - messages / 2, 32, doomed);
  for (let n = 0; n < kept / 2; n++) await sender.send(doomed, 'kept', sampleContent);

  const usual = await sendSteadily(sender, elsewhere, pastTime(usualMs));
  const calls: number[] = [];
  let isDone = false;
  const deleting = deleteAll(bench, doomed, calls).finally(() => {
    isDone = true;
  });
  const meanwhile = await sendSteadily(sender, elsewhere, () => isDone);
  await deleting;
  await sender.close();

  const sentElsewhere = usual.length + meanwhile.length;
  await checkUnread(bench, untouched!, { doomed: kept, elsewhere: sentElsewhere });
  await checkUnread(bench, halfway!, { doomed: kept / 2, elsewhere: sentElsewhere });

  const [before, during] = [percentile(usual, 0.99), percentile(meanwhile, 0.99)];
  const longest = Math.max(...calls) / 1000;
  const method = `a topic of ${messages} messages in ${calls.length} calls; ${perSecond} sends a second to another channel; unread counts of two people checked afterwards`;
  return [
    {
      name: 'deleting a topic, longest call',
      value: longest,
      unit: 's',
      aim: '≤ 10 s',
      met: longest <= 10,
      method,
    },
    {
      name: 'deleting a topic, messages per second',
      value: (messages / calls.reduce((sum, each) => sum + each, 0)) * 1000,
      unit: '/s',
      method,
    },
    { name: 'send p99 before a topic is deleted', value: before, unit: 'ms', method },
    {
      name: 'send p99 while a topic is deleted',
      value: during,
      unit: 'ms',
      aim: '≤ 2 × before',
      met: during <= 2 * before,
      method,
    },
  ];
};

async function deleteAll({ organization }: Bench, channelId: number, calls: number[]): Promise<void> {
  for (let isComplete = false; !isComplete; ) {
    const started = performance.now();
    const topic = { topic_name: 'load' };
    const { complete } = await organization.owner.api.post(`/streams/${channelId}/delete_topic`, topic);
    calls.push(performance.now() - started);
    isComplete = complete as boolean;
  }
}

const pastTime = (ms: number) => {
  const end = performance.now() + ms;
  return () => performance.now() >= end;
};

/** Sends at a constant rate without waiting for earlier answers. Returns the duration of each send in milliseconds. */
async function sendSteadily(sender: HttpSender, channelId: number, isOver: () => boolean): Promise<number[]> {
  const first = performance.now();
  const running: Promise<number>[] = [];
  for (let index = 0; !isOver(); index++) {
    const due = first + (index * 1000) / perSecond;
    const left = due - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    running.push(sender.send(channelId, 'steady', sampleContent).then(() => performance.now() - due));
  }
  return Promise.all(running);
}

/**
 * Verifies the unread counts of a registration.
 * @throws Error when they differ from the actual numbers of unread messages
 */
async function checkUnread(
  { cluster }: Bench,
  person: Person,
  expected: { doomed: number; elsewhere: number },
): Promise<void> {
  await cluster.logReached();
  const unread = async () => {
    const { unread_msgs } = await person.api.post('/register', {
      event_types: [],
      fetch_event_types: ['message', 'update_message_flags'],
    });
    const count = (topic: string) =>
      unread_msgs.streams.find((each: Body) => each.topic === topic)?.unread_message_ids.length ?? 0;
    return { doomed: count('load') + count('kept'), elsewhere: count('steady') };
  };
  await until(
    `${expected.doomed} and ${expected.elsewhere} are unread`,
    async () => JSON.stringify(await unread()) === JSON.stringify(expected),
    5_000,
  );
}
