import { Client, Connection, directKey, topicKey } from '@parley/client';
import type { Network, Person } from '@parley/test-kit';
import { testPassword } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, startWithTwoPeople, when } from './client-connection.ts';

// Tests the client library's guarantees with real services.

let network: Network;
let alice: Person;
let bob: Person;
let channelId: number;

beforeAll(async () => {
  ({ network, alice, bob, channelId } = await startWithTwoPeople());
});

afterAll(() => network?.stop());

it('shows a sent message immediately, and only once after its event has arrived', async () => {
  await using mine = await connect(network, alice);
  await using theirs = await connect(network, bob);
  const place = { kind: 'topic', channelId, topic: 'echo' } as const;
  const narrow = [
    { operator: 'channel', operand: channelId },
    { operator: 'topic', operand: 'echo' },
  ];
  const [myList, theirList] = [mine, theirs].map(({ history }) => history.list(narrow));
  await Promise.all([
    mine.history.load(myList!, { anchor: 'newest', before: 10 }),
    theirs.history.load(theirList!, { anchor: 'newest', before: 10 }),
  ]);
  const key = topicKey(channelId, 'echo');

  mine.send(place, 'hello');
  expect(mine.store.outbox.to(key)).toMatchObject([{ content: 'hello', state: 'sending' }]);

  const has = (list: typeof myList) => list!.newestRange?.ids.length === 1;
  await Promise.all([
    when(
      () => has(myList) && mine.store.outbox.messages.size === 0,
      (each) => myList!.watch(each),
    ),
    when(
      () => has(theirList),
      (each) => theirList!.watch(each),
    ),
  ]);
  expect(myList!.newestRange!.ids).toEqual(theirList!.newestRange!.ids);
  expect(theirs.store.unread.places.get(key)).toMatchObject({ count: 1, mentions: 0 });
  expect(mine.store.unread.places.get(key)).toBeUndefined();
});

it('stores a send once, however often its client repeats it', async () => {
  await using mine = await connect(network, alice);
  const send = {
    type: 'channel',
    to: channelId,
    topic: 'repeated',
    content: 'once',
    queue_id: mine.queueId!,
    local_id: '7.1',
  } as const;
  const { client } = mine;
  const first = await Promise.all([client.call('send-message', send), client.call('send-message', send)]);
  const later = await client.call('send-message', send);
  expect(new Set([...first, later].map(({ id }) => id)).size).toBe(1);
  const other = await client.call('send-message', { ...send, content: 'another' });
  expect(other.id).not.toBe(later.id);
  const stored = await alice.messages([
    ['channel', 'room'],
    ['topic', 'repeated'],
  ]);
  expect(stored.map(({ content }) => content)).toEqual(['once', 'another']);
});

it('counts unread messages from before and after it connected', async () => {
  const before = await alice.sendDirect([bob], 'one');
  await using theirs = await connect(network, bob);
  const key = directKey([alice.userId]);
  expect(theirs.store.unread.idsIn(key)).toContain(before);
  const { count } = theirs.store.unread.places.get(key)!;
  await alice.sendDirect([bob], 'two');
  await when(
    () => theirs.store.unread.places.get(key)?.count === count + 1,
    (each) => theirs.store.unread.places.watch(key, each),
  );
  await theirs.client.call('update-message-flags', {
    messages: theirs.store.unread.idsIn(key),
    op: 'add',
    flag: 'read',
  });
  await when(
    () => !theirs.store.unread.places.has(key),
    (each) => theirs.store.unread.places.watch(key, each),
  );
});

/** Returns a `fetch` function that handles cookies as browsers do. */
function browserFetch() {
  const cookies = new Map<string, string>();
  return async (url: string, init: RequestInit): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url.replace('http://gateway.test', network.gatewayUrl()), {
      ...init,
      headers: { ...(init.headers as Record<string, string>), ...(cookie !== '' && { cookie }) },
    });
    for (const each of response.headers.getSetCookie()) {
      const [name, value] = each.split(';', 1)[0]!.split('=', 2);
      if (value) cookies.set(name!, value);
      else cookies.delete(name!);
    }
    return response;
  };
}

it('signs a browser in, follows the account, and signs out', async () => {
  const client = new Client({ url: 'http://gateway.test', auth: { kind: 'session' }, fetch: browserFetch() });
  expect(await client.signIn(bob.email, testPassword)).toEqual({ userId: bob.userId });
  const connection = new Connection(client);
  await connection.start();
  const place = { kind: 'direct', userIds: [alice.userId] } as const;
  connection.send(place, 'from a browser');
  await when(
    () => connection.store.outbox.messages.size === 0,
    (each) => connection.store.outbox.messages.watchAll(each),
  );
  await client.signOut();
  await alice.sendDirect([bob], 'are you still there?');
  await when(
    () => connection.state.get().phase === 'signed-out',
    (each) => connection.state.watch(each),
  );
  await connection.stop();
});
