import type { Body, Organization, Person } from '@parley/test-kit';
import fc from 'fast-check';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { channels, play, scripts, verify } from '../network/registration.ts';
import { Team } from '../network/team.ts';
import { Deployment } from './deployment.ts';
import { download, upload } from './files.ts';

// The services as images, two replicas each behind a balancer: every one takes its part, and the promises of
// test/network hold. What an operation does in particular is shown there. Nothing here is timed, and a second try would
// find what the first one left: there is none.

let deployment: Deployment;
let organization: Organization;
let alice: Person;
let bob: Person;
let eve: Person;

beforeAll(async () => {
  deployment = await Deployment.of(inject('run'));
  organization = await deployment.organization();
  ({ alice, bob, eve } = await organization.add('alice', 'bob', 'eve'));
  await alice.subscribe(['lunch'], [alice, bob]);
});

describe('people', { retry: 0 }, () => {
  it('meet in a channel: send, edit, react, flag and delete, and each hears of it', async () => {
    await using bobs = (
      await bob.register({
        event_types: ['message', 'update_message', 'reaction', 'update_message_flags', 'delete_message'],
      })
    ).start();
    const id = await alice.send('lunch', 'Soup **today**', 'menu');
    await alice.api.patch(`/messages/${id}`, { content: 'Soup **tomorrow**' });
    await alice.api.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    await bob.api.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    const narrow = [{ operator: 'channel', operand: 'lunch' }];
    expect(await bob.messages(narrow, { apply_markdown: true })).toMatchObject([
      { id, content: '<p>Soup <strong>tomorrow</strong></p>', flags: ['starred'] },
    ]);
    await organization.owner.api.delete(`/messages/${id}`);
    await bobs.waitFor((events) => events.some(({ type }) => type === 'delete_message'));
    const about = ({ message, message_id, messages }: Body) =>
      message?.id === id || message_id === id || messages?.includes(id);
    expect(bobs.events.filter(about).map(({ type }) => type)).toEqual([
      'message',
      'update_message',
      'reaction',
      'update_message_flags',
      'delete_message',
    ]);
    expect(await bob.messages(narrow)).toEqual([]);
  });

  it('write to each other, and nobody else hears or finds it', async () => {
    const eves = await eve.register({ event_types: ['message'] });
    await using bobs = (await bob.register({ event_types: ['message'] })).start();
    const id = await alice.sendDirect([bob], 'Only you know of the chanterelles');
    await bobs.waitFor((events) => events.some(({ message }) => message.id === id));
    await deployment.caughtUp();
    expect(await eves.pollNow()).toEqual([]);
    const search = [{ operator: 'search', operand: 'chanterelles' }];
    expect(await bob.messages(search)).toMatchObject([{ id }]);
    expect(await eve.messages(search)).toEqual([]);
  });

  it('do what they may and no more', async () => {
    await alice.subscribe(['closed'], [alice], { invite_only: true });
    await expect(eve.subscribe(['closed'])).rejects.toMatchObject({ status: 400 });
    await expect(eve.send('closed', 'let me in')).rejects.toMatchObject({ status: 400 });
    await expect(eve.api.patch('/realm', { name: 'Mine' })).rejects.toMatchObject({ status: 400 });
    expect((await deployment.client().raw('GET', '/users/me')).status).toBe(401);
  });

  it('send later', async () => {
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

  it('share files: what one replica took, every replica gives to whoever may read the message', async () => {
    const content = 'what is in it';
    const url = await upload(deployment, alice, 'notes.txt', content);
    expect(await download(deployment, alice, url)).toBe(content);
    expect(await download(deployment, bob, url)).toBe(404);
    await alice.sendDirect([bob], `[notes](${url})`);
    for (let time = 0; time < 4; time++) expect(await download(deployment, bob, url)).toBe(content);
    expect(await download(deployment, eve, url)).toBe(404);
  });
});

describe('promises', { retry: 0 }, () => {
  it('a registration’s data plus its events is the present state, whatever changes meanwhile', async () => {
    const people = Object.values(await organization.add('ann', 'ben', 'cleo'));
    await organization.owner.subscribe(channels);
    let registrations = 0;
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        const made = await play(script, people);
        registrations += made.length;
        await deployment.caughtUp();
        await verify(made);
      }),
      { numRuns: 8, seed: 5 },
    );
    expect(registrations).toBeGreaterThan(10);
  });

  it('every client’s own model equals a fresh registration, while a replica of each service is replaced', async () => {
    const team = await Team.gather(organization, 31);
    const replaced = (['event-queue', 'relay', 'gateway', 'messaging'] as const).values();
    await team.live(50, async (step) => {
      if (step % 12 !== 4) return;
      const { value: name } = replaced.next();
      if (!name) return;
      await deployment.shutDown(name);
      await deployment.replace(name);
      await deployment.ready(name);
    });
    expect(replaced.next().done).toBe(true);
    await deployment.caughtUp();
    await team.verify();
  });
});
