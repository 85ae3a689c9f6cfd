import { Network, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Where a topic is after its messages were moved, for links that name the topic.

let network: Network;
let owner: Person;
let alice: Person;
let bob: Person;
const channels: Record<string, number> = {};

beforeAll(async () => {
  network = await Network.start();
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob } = await organization.add('alice', 'bob'));
  await owner.api.patch('/realm', { move_messages_between_streams_limit_seconds: 'unlimited' });
  await owner.api.patch(`/users/${alice.userId}`, { role: 200 });
  await alice.subscribe(['design'], [alice, bob]);
  await alice.subscribe(['hall'], [alice, bob]);
  await alice.subscribe(['secret'], [alice], { invite_only: true });
  await alice.subscribe(['protected'], [alice], {
    invite_only: true,
    history_public_to_subscribers: false,
  });
  for (const name of ['design', 'hall', 'secret', 'protected']) {
    channels[name] = (await alice.api.get('/get_stream_id', { stream: name })).stream_id as number;
  }
});

afterAll(() => network?.stop());

const move = (id: number, form: Record<string, unknown>) =>
  alice.api.patch(`/messages/${id}`, {
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
    ...form,
  });

const inOneHour = Math.floor(Date.now() / 1000) + 3_600;

const schedule = async (person: Person, channel: string, topic: string): Promise<number> =>
  (
    await person.api.post('/scheduled_messages', {
      type: 'stream',
      to: channels[channel],
      topic,
      content: 'later',
      scheduled_delivery_timestamp: inOneHour,
    })
  ).scheduled_message_id;

const scheduledPlace = async (person: Person, id: number) => {
  const { scheduled_messages: all } = await person.api.get('/scheduled_messages');
  const { to, topic } = all.find(
    (each: { scheduled_message_id: number }) => each.scheduled_message_id === id,
  );
  return { to, topic };
};

const movedTo = async (person: Person, channel: string, topic: string) =>
  (await person.api.get(`/users/me/${channels[channel]}/topics/moved`, { topic })).moved_to;

describe('a topic that was moved', () => {
  it('is found under its present name, after any number of moves', async () => {
    const id = await alice.send('design', 'first', 'one');
    await move(id, { topic: 'two' });
    expect(await movedTo(bob, 'design', 'One')).toEqual({ stream_id: channels.design, topic: 'two' });
    await alice.send('design', 'second', 'two');
    await move(id, { topic: 'three', stream_id: channels.hall });
    const place = { stream_id: channels.hall, topic: 'three' };
    expect(await movedTo(bob, 'design', 'one')).toEqual(place);
    expect(await movedTo(bob, 'design', 'two')).toEqual(place);
  });

  it('is found by a name that it had only between two moves', async () => {
    const id = await alice.send('design', 'renamed twice', 'first name');
    await move(id, { topic: 'second name' });
    await move(id, { topic: '✔ second name' });
    await move(id, { topic: 'third name' });
    const place = { stream_id: channels.design, topic: 'third name' };
    for (const name of ['first name', 'Second name', '✔ second name']) {
      expect([name, await movedTo(bob, 'design', name)]).toEqual([name, place]);
    }
    const later = await alice.send('design', 'the name is used again', 'second name');
    expect(await movedTo(bob, 'design', 'second name')).toMatchObject({ topic: 'second name' });
    await alice.api.delete(`/messages/${later}`);
    expect(await movedTo(bob, 'design', 'second name')).toEqual(place);
  });

  it('is where it was, if it was not moved, and nowhere without messages', async () => {
    await alice.send('design', 'stays', 'staying');
    expect(await movedTo(bob, 'design', 'staying')).toEqual({ stream_id: channels.design, topic: 'staying' });
    expect(await movedTo(bob, 'design', 'never used')).toBeNull();
  });

  it('is not found by people who may not read its messages', async () => {
    const id = await alice.send('design', 'to be hidden', 'plan');
    await move(id, { stream_id: channels.secret });
    expect(await movedTo(bob, 'design', 'plan')).toBeNull();
    expect(await movedTo(alice, 'design', 'plan')).toEqual({ stream_id: channels.secret, topic: 'plan' });
  });

  it('does not reveal what it was called where a person could not read it', async () => {
    const id = await alice.send('secret', 'now public', 'code name');
    await move(id, { stream_id: channels.design, topic: 'public name' });
    await expect(movedTo(bob, 'secret', 'code name')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    // In a channel with protected history, bob reads only what was sent since he joined.
    const before = await alice.send('protected', 'before he joined', 'old name');
    await alice.subscribe(['protected'], [bob]);
    await move(before, { stream_id: channels.design, topic: 'another name' });
    expect(await movedTo(bob, 'protected', 'old name')).toBeNull();
    expect(await movedTo(alice, 'protected', 'old name')).toMatchObject({ topic: 'another name' });
  });
});

describe('a message of a sender who has not heard that the topic moved', () => {
  const sendSeeing = async (person: Person, topic: string, seen: number) => {
    const body = { type: 'channel', to: channels.design, topic, content: 'an answer', seen_message_id: seen };
    const { id } = await person.api.post('/messages', body);
    const { message } = await alice.api.get(`/messages/${id}`);
    return [message.stream_id, message.subject];
  };

  it('goes where the topic is now, also when its former place has a notice or a new topic', async () => {
    const first = await alice.send('design', 'a question', 'before');
    const seen = await bob.send('design', 'another', 'before');
    expect(await sendSeeing(bob, 'before', seen)).toEqual([channels.design, 'before']);
    await move(first, { topic: 'after', send_notification_to_old_thread: true });
    expect(await sendSeeing(bob, 'Before', seen)).toEqual([channels.design, 'after']);
    await move(first, { topic: 'later', stream_id: channels.hall });
    expect(await sendSeeing(bob, 'after', seen)).toEqual([channels.hall, 'later']);
    await alice.send('design', 'a new topic', 'before');
    expect(await sendSeeing(bob, 'before', seen)).toEqual([channels.hall, 'later']);
  });

  it('goes to the topic that it names if older messages are there, or the message that was seen never was', async () => {
    await alice.send('design', 'stays', 'split');
    const moved = await alice.send('design', 'goes', 'split');
    await move(moved, { topic: 'split off', propagate_mode: 'change_one' });
    expect(await sendSeeing(bob, 'split', moved)).toEqual([channels.design, 'split']);
    expect(await sendSeeing(bob, 'unrelated', moved)).toEqual([channels.design, 'unrelated']);
    expect(await sendSeeing(bob, 'without messages', 999_999_999)).toEqual([
      channels.design,
      'without messages',
    ]);
  });

  it('goes to the topic that it names if the sender may not read where the other is', async () => {
    const seen = await alice.send('design', 'to be hidden', 'open plan');
    await move(seen, { stream_id: channels.secret });
    expect(await sendSeeing(bob, 'open plan', seen)).toEqual([channels.design, 'open plan']);
  });

  it('is stored once when it is repeated', async () => {
    const seen = await alice.send('design', 'first', 'once');
    const { queue_id } = await bob.api.post('/register', { event_types: ['message'] });
    const body = {
      type: 'channel',
      to: channels.design,
      topic: 'once',
      content: 'answer',
      queue_id,
      local_id: '1',
      seen_message_id: seen,
    };
    const { id } = await bob.api.post('/messages', body);
    await move(seen, { topic: 'once moved' });
    expect((await bob.api.post('/messages', body)).id).toBe(id);
  });
});

describe('a person with the name of somebody whom a guest cannot see', () => {
  it('is mentioned by that guest', async () => {
    await owner.api.patch(`/users/${bob.userId}`, { role: 600 });
    await owner.api.patch('/realm', { can_access_all_users_group: { new: await membersGroup() } });
    await owner.api.patch(`/users/${alice.userId}`, { full_name: 'Same Name' });
    await owner.api.patch(`/users/${owner.userId}`, { full_name: 'Same Name' });
    const id = await bob.send('design', '@**Same Name**', 'names');
    const [message] = (await bob.messages([{ operator: 'id', operand: id }], { apply_markdown: true })) as {
      content: string;
    }[];
    expect(message!.content).toContain(`data-user-id="${alice.userId}"`);
  });

  async function membersGroup(): Promise<number> {
    const { user_groups: groups } = await owner.api.get('/user_groups');
    return (groups as { id: number; name: string }[]).find(({ name }) => name === 'role:members')!.id;
  }
});

describe('a draft on the server', () => {
  const save = async (person: Person, channel: string, topic: string): Promise<number> => {
    const draft = { type: 'stream', to: [channels[channel]], topic, content: 'half a text', timestamp: 1 };
    return (await person.api.post('/drafts', { drafts: [draft] })).ids[0];
  };
  const draftOf = async (person: Person, id: number) => {
    const { drafts } = await person.api.get('/drafts');
    return drafts.find((each: { id: number }) => each.id === id);
  };

  it('follows its topic without an open client, however it is spelled, and keeps its text and time', async () => {
    const sent = await alice.send('design', 'first', 'Maße');
    const ids = [await save(bob, 'design', 'MASSE'), await save(alice, 'design', 'Maße')];
    const second = await save(bob, 'design', 'masse');
    const other = await save(bob, 'design', 'unmoved');
    const elsewhere = await save(bob, 'hall', 'Maße');
    await using events = (
      await bob.register({ event_types: ['drafts'], fetch_event_types: ['drafts'] })
    ).start();
    await move(sent, { topic: 'measures', stream_id: channels.hall });
    const place = { type: 'stream', to: [channels.hall], topic: 'measures' };
    const moved = { ...place, content: 'half a text', timestamp: 1 };
    expect(await draftOf(bob, ids[0]!)).toEqual({ id: ids[0], ...moved });
    expect(await draftOf(bob, second)).toEqual({ id: second, ...moved });
    expect(await draftOf(alice, ids[1]!)).toEqual({ id: ids[1], ...moved });
    expect(await draftOf(bob, other)).toMatchObject({ to: [channels.design], topic: 'unmoved' });
    expect(await draftOf(bob, elsewhere)).toMatchObject({ to: [channels.hall], topic: 'Maße' });
    await expect.poll(() => events.events).toHaveLength(2);
    expect(events.events.map(({ draft }) => draft)).toEqual(
      expect.arrayContaining([
        { id: ids[0], ...moved },
        { id: second, ...moved },
      ]),
    );
  });

  it('stays when only a part of its topic moves, and when its author may not read the new place', async () => {
    await alice.send('design', 'stays', 'divided');
    const moved = await alice.send('design', 'moves', 'divided');
    const id = await save(bob, 'design', 'divided');
    await move(moved, { topic: 'other half', propagate_mode: 'change_later' });
    expect(await draftOf(bob, id)).toMatchObject({ topic: 'divided' });
    const hidden = await save(bob, 'design', 'other half');
    const seen = await save(alice, 'design', 'other half');
    await move(moved, { topic: 'hidden half', stream_id: channels.secret });
    expect(await draftOf(bob, hidden)).toMatchObject({ to: [channels.design], topic: 'other half' });
    expect(await draftOf(alice, seen)).toMatchObject({ to: [channels.secret], topic: 'hidden half' });
  });
});

describe('a scheduled message', () => {
  it('follows its topic, however it is spelled, and its author learns of it', async () => {
    const sent = await alice.send('design', 'first', 'Straße');
    const ids = [await schedule(bob, 'design', 'STRASSE'), await schedule(alice, 'design', 'Straße')];
    const other = await schedule(bob, 'design', 'another');
    await using events = (
      await bob.register({ event_types: ['scheduled_messages'], fetch_event_types: ['scheduled_messages'] })
    ).start();
    await move(sent, { topic: '✔ Straße' });
    expect(await scheduledPlace(bob, ids[0]!)).toEqual({ to: channels.design, topic: '✔ Straße' });
    await move(sent, { topic: 'street', stream_id: channels.hall });
    const place = { to: channels.hall, topic: 'street' };
    expect(await scheduledPlace(bob, ids[0]!)).toEqual(place);
    expect(await scheduledPlace(alice, ids[1]!)).toEqual(place);
    expect(await scheduledPlace(bob, other)).toEqual({ to: channels.design, topic: 'another' });
    await expect
      .poll(() => events.events)
      .toMatchObject([
        { op: 'update', scheduled_message: { scheduled_message_id: ids[0], topic: '✔ Straße' } },
        { op: 'update', scheduled_message: { scheduled_message_id: ids[0], ...place } },
      ]);
  });

  it('stays when only a part of its topic moves', async () => {
    await alice.send('design', 'stays', 'parted');
    const moved = await alice.send('design', 'moves', 'parted');
    const id = await schedule(bob, 'design', 'parted');
    await move(moved, { topic: 'new part', propagate_mode: 'change_later' });
    expect(await scheduledPlace(bob, id)).toEqual({ to: channels.design, topic: 'parted' });
  });

  it('stays when its author may not read the topic at its new place', async () => {
    const sent = await alice.send('design', 'soon hidden', 'to hide');
    const ids = [await schedule(bob, 'design', 'to hide'), await schedule(alice, 'design', 'to hide')];
    await move(sent, { topic: 'hidden', stream_id: channels.secret });
    expect(await scheduledPlace(bob, ids[0]!)).toEqual({ to: channels.design, topic: 'to hide' });
    expect(await scheduledPlace(alice, ids[1]!)).toEqual({ to: channels.secret, topic: 'hidden' });
  });
});
