import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError, type Body, Network, Organization, Person } from '@parley/test-kit';
import { startServers } from '@parley/test-servers';
import { expect, it } from 'vitest';
import { type Dump, dumpDatabase, restoreDatabase } from './dump.ts';

const basic = ({ email, apiKey }: Person) => `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;

/** Returns the complete client state of a user, without the fields that are specific to one registration. */
async function stateOf(person: Person): Promise<Body> {
  const { queue_id, last_event_id, event_queue_longpoll_timeout_seconds, server_timestamp, ...state } =
    await person.api.post('/register', {});
  // Presence and the generation of the gateways depend on the running processes, so a backup does not restore them.
  for (const volatile of ['presences', 'presence_last_update_id', 'server_generation'])
    delete state[volatile];
  // Replaces server addresses, because each test network has another one.
  return JSON.parse(JSON.stringify(state).replaceAll(/127\.0\.0\.1:\d+/g, 'server')) as Body;
}

async function upload(network: Network, person: Person, text: string): Promise<string> {
  const body = new FormData();
  body.set('file', new Blob([text]), 'plan.txt');
  const response = await fetch(`${network.gatewayUrl()}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization: basic(person) },
    body,
  });
  return ((await response.json()) as { url: string }).url;
}

const download = async (network: Network, person: Person, path: string): Promise<string> =>
  (await fetch(`${network.gatewayUrl()}${path}`, { headers: { authorization: basic(person) } })).text();

it('continues from a backup on an empty PostgreSQL and an empty NATS, with a new epoch', async () => {
  const files = await mkdtemp(join(tmpdir(), 'parley-restore-'));
  let dump: Dump;
  let people: Person[];
  let oldQueue: string;
  let file: string;
  let messageIds: number[];
  let states: Body[];
  let read: Body[];

  {
    await using servers = await startServers();
    await using network = await Network.start({ servers: servers.urls });
    const organization = await Organization.create(network);
    const { alice, bob } = await organization.add('alice', 'bob');
    people = [organization.owner, alice, bob];
    await alice.subscribe(['lunch']);
    await bob.subscribe(['lunch']);
    file = await upload(network, alice, 'what there is');
    messageIds = [
      await alice.send('lunch', `Soup today, [the plan](${file})`, 'menu'),
      await bob.send('lunch', 'Salad for me', 'menu'),
      await bob.sendDirect([alice], 'just us'),
    ];
    await bob.api.post(`/messages/${messageIds[0]}/reactions`, { emoji_name: 'thumbs_up' });
    await alice.api.post('/messages/flags', { messages: [messageIds[1]], op: 'add', flag: 'starred' });
    const queue = await bob.register({ event_types: ['message'] });
    oldQueue = queue.queueId;
    await network.caughtUp();
    states = await Promise.all(people.map(stateOf));
    read = await alice.messages();
    dump = await dumpDatabase(network.database.adminUrl);
    await cp(network.uploadDir, files, { recursive: true });
  }

  try {
    await using servers = await startServers();
    await using network = await Network.start({
      servers: servers.urls,
      env: { PARLEY_UPLOAD_DIR: files },
      prepare: ({ adminUrl }) => restoreDatabase(adminUrl, dump),
    });
    const [owner, alice, bob] = people.map((each) => new Person(each, network.client(each))) as [
      Person,
      Person,
      Person,
    ];

    // The queue refers to another event log. So its client must register again, whether it polls or reads a stream.
    for (const path of ['/events', '/events/stream']) {
      const refusal = await bob.api
        .get(path, { queue_id: oldQueue, last_event_id: -1 })
        .catch((error) => error);
      expect(refusal).toBeInstanceOf(ApiError);
      expect(refusal.body).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', queue_id: oldQueue });
    }
    expect(await Promise.all([owner, alice, bob].map(stateOf))).toEqual(states);
    expect(await alice.messages()).toEqual(read);
    expect(await download(network, bob, file)).toBe('what there is');

    // New messages have higher IDs, and new queues receive events, by polls and by streams.
    const event_types = ['message', 'reaction'];
    await using polled = (await bob.register({ event_types })).start();
    await using streamed = (await bob.register({ event_types }, { streams: true })).start();
    const id = await alice.send('lunch', 'Open again', 'menu');
    expect(id).toBeGreaterThan(Math.max(...messageIds));
    for (const inbox of [polled, streamed])
      await inbox.waitFor((events) => events.find((each) => each.message?.id === id));
    await bob.api.delete(`/messages/${messageIds[0]}/reactions`, { emoji_name: 'thumbs_up' });
    for (const inbox of [polled, streamed])
      await inbox.waitFor((events) =>
        events.find((each) => each.type === 'reaction' && each.op === 'remove'),
      );
    const later = await owner.register({ event_types: ['message'] });
    await network.caughtUp();
    expect(await later.pollNow()).toEqual([]);
  } finally {
    await rm(files, { recursive: true, force: true });
  }
});
