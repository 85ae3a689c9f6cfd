import { type Body, Cluster, until } from '@parley/test-kit';
import { expect, it } from 'vitest';

// Verifies that each scheduled message is sent exactly once, even when all replicas that send it are killed. The sender
// receives the events by polls and in parallel by streams.

const messages = 150;
const replicas = [1, 2, 3];

it('sends scheduled messages exactly once while each replica of messaging is killed around their time', async () => {
  await using cluster = await Cluster.start({ replicas: { messaging: replicas.length } });
  const { alice } = await cluster.organization.add('alice');
  await alice.subscribe(['plans']);
  const { streams } = await alice.api.get('/streams');
  const to = streams.find(({ name }: Body) => name === 'plans').stream_id;
  const event_types = ['message', 'scheduled_messages'];
  const polled = await alice.register({ event_types });
  await using streamed = await alice.register({ event_types }, { streams: true });
  streamed.start();

  // All messages become due within three seconds, after enough time to schedule them.
  const first = Math.floor(Date.now() / 1000) + 30;
  const contents = Array.from({ length: messages }, (_, n) => `scheduled ${n}`);
  const ids = await Promise.all(
    contents.map(async (content, n) => {
      const message = { type: 'channel', to, topic: 'later', content };
      const when = { scheduled_delivery_timestamp: first + (n % 3) };
      const { scheduled_message_id } = await alice.api.post('/scheduled_messages', { ...message, ...when });
      return scheduled_message_id as number;
    }),
  );
  const left = async (): Promise<number> => {
    const { body } = await alice.api.raw('GET', '/scheduled_messages');
    return body.scheduled_messages?.length ?? messages;
  };
  await until('the first is sent', async () => (await left()) < messages);
  await Promise.all([1, 2].map((replica) => cluster.kill('messaging', replica)));
  // Kills all replicas together, so that no other replica can take over before they restart.
  await Promise.all(replicas.map((replica) => cluster.kill('messaging', replica)));
  await until('everything is sent', async () => (await left()) === 0);

  const sent = await alice.messages([], { num_before: 1_000 });
  expect(sent.map(({ content }) => content).sort()).toEqual([...contents].sort());
  await cluster.caughtUp();
  const sorted = (list: number[]) => [...list].sort((a, b) => a - b);
  for (const queue of [polled, streamed]) {
    const removed = () =>
      queue
        .ofType('scheduled_messages')
        .flatMap(({ op, scheduled_message_id }) => (op === 'remove' ? (scheduled_message_id as number) : []));
    await until('the events came', async () => {
      await (queue.readsStreams ? queue.catchUp() : queue.pollNow());
      return queue.messageIds().length >= messages && removed().length >= messages;
    });
    expect(queue.messageIds()).toEqual(sent.map(({ id }) => id));
    expect(sorted(removed())).toEqual(sorted(ids));
  }
});
