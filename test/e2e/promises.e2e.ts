import { type AnyNetwork, anyNetwork, type Body, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Team } from '../network/team.ts';
import { Deployment } from './deployment.ts';
import { download, upload } from './files.ts';

// Tests of containers, with two replicas of each service behind a balancer. They use files, clocks or the containers
// themselves, so they cannot be part of test/network. They do not judge times, and are not retried, because a retry
// would find the data of the first attempt.

let deployment: Deployment;
let network: AnyNetwork;
let organization: Organization;
let alice: Person;
let bob: Person;
let eve: Person;

beforeAll(async () => {
  deployment = await Deployment.of(inject('run'));
  network = await anyNetwork();
  organization = await Organization.create(network);
  ({ alice, bob, eve } = await organization.add('alice', 'bob', 'eve'));
  await alice.subscribe(['lunch'], [alice, bob]);
});

afterAll(() => network?.stop());

describe('people', () => {
  it('schedule messages', async () => {
    const at = Math.floor(Date.now() / 1_000) + 2;
    const { streams } = await alice.api.get('/streams');
    const to = streams.find(({ name }: Body) => name === 'lunch').stream_id;
    await using bobs = (await bob.register({ event_types: ['message'] })).start();
    await alice.api.post('/scheduled_messages', {
      type: 'channel',
      to,
      topic: 'later',
      content: 'it is time',
      scheduled_delivery_timestamp: at,
    });
    const came = await bobs.waitFor((events) => events.find(({ message }) => message?.subject === 'later'));
    expect(came.message).toMatchObject({ content: 'it is time', sender_id: alice.userId });
    expect((await alice.api.get('/scheduled_messages')).scheduled_messages).toEqual([]);
  });

  it('share files: every replica serves the uploads of every other to readers of the message', async () => {
    const content = 'what is in it';
    const url = await upload(deployment, alice, 'notes.txt', content);
    expect(await download(deployment, alice, url)).toBe(content);
    expect(await download(deployment, bob, url)).toBe(404);
    await alice.sendDirect([bob], `[notes](${url})`);
    for (let time = 0; time < 4; time++) expect(await download(deployment, bob, url)).toBe(content);
    expect(await download(deployment, eve, url)).toBe(404);
    // The file is on the disk of the object store, so it outlasts the store's process.
    await deployment.kill('objects');
    await deployment.start('objects');
    await deployment.ready('objects');
    expect(await download(deployment, bob, url)).toBe(content);
  });
});

describe('promises', () => {
  it('every client’s own model equals a fresh registration, while replicas are replaced', async () => {
    const team = await Team.gather(organization, 31);
    const replaced = [1, 2, 1, 2].values();
    await team.live(110, async (step) => {
      if (step % 12 !== 4) return;
      const { value: replica } = replaced.next();
      if (!replica) return;
      await deployment.shutDown('parley', replica);
      await deployment.replace('parley', replica);
      await deployment.ready('parley', replica);
    });
    expect(replaced.next().done).toBe(true);
    await network.caughtUp();
    await team.verify();
    // Four processes start in this time.
  }, 300_000);
});
