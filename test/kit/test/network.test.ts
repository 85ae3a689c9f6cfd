import { sharedServers } from '@parley/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LogHead, Network, Organization } from '../src/index.ts';

let network: Network;
let organization: Organization;
let head: LogHead;

beforeAll(async () => {
  network = await Network.start({ replicas: { messaging: 2 } });
  organization = await Organization.create(network);
  head = await LogHead.follow(sharedServers().nats, network.prefix, network.database.adminUrl);
});

afterAll(async () => {
  await head?.close();
  await network?.stop();
});

/** Returns how far each replica has read the log according to its metrics. Leaves out services that do not read the log. */
async function positions(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { service, index, ports } of network.replicas) {
    const page = await (await fetch(`http://127.0.0.1:${ports.ops}/metrics`)).text();
    const position = /^parley_(?:log_follower|event_queue_followed)_sequence (\d+)/m.exec(page)?.[1];
    if (position !== undefined) found.set(`${service} ${index}`, Number(position));
  }
  return found;
}

it('waits for every replica that follows the log', async () => {
  const { owner } = organization;
  await owner.subscribe(['lobby']);
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: 10 }, (_, n) => owner.send('lobby', `message ${n}`)));
    const sequence = await head.reached();
    await network.caughtUp();
    const found = await positions();
    expect([...found.keys()]).toEqual(
      expect.arrayContaining(['event-queue 0', 'gateway 0', 'messaging 0', 'messaging 1', 'notify 0']),
    );
    expect([...found].filter(([, position]) => position < sequence)).toEqual([]);
  }
});
