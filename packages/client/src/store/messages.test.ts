import { describe, expect, it } from 'vitest';
import { event, message, messageEvent, registration } from '../../test/registration.ts';
import { Store } from './store.ts';

const newest = Number.POSITIVE_INFINITY;
const inTopic = (topic: string) => [
  { operator: 'channel', operand: 1 },
  { operator: 'topic', operand: topic },
];

/** Returns a store and the message list of a topic, which is loaded up to the newest message. */
function loaded() {
  const store = new Store();
  store.load(registration());
  const list = store.messages.list(inTopic('red'));
  list.watch(() => undefined);
  const flight = store.messages.beginFlight();
  const messages = [1, 2].map((id) => message(id, { channelId: 1, topic: 'red' }));
  store.messages.receive(flight, { messages, from: 0, to: newest }, list);
  return { store, list, ids: () => list.ranges.flatMap((range) => range.ids) };
}

const edit = (id: number, more: object) =>
  event({ type: 'update_message', message_id: id, message_ids: [id], edit_timestamp: 9, flags: [], ...more });
const move = (ids: number[], from: string, to: string) =>
  edit(ids[0]!, { message_ids: ids, stream_id: 1, orig_subject: from, subject: to });

describe('events that arrive after what was loaded since', () => {
  const places = ['red', 'blue', 'green', 'white'];
  const events = [
    messageEvent(message(1, { channelId: 1, topic: 'red' })),
    ...places.slice(1).map((to, at) => move([1], places[at]!, to)),
  ];

  for (const [at, topic] of places.entries()) {
    it(`do not undo what was loaded after ${at} moves`, () => {
      const store = new Store();
      store.load(registration());
      const list = store.messages.list(inTopic(topic));
      list.watch(() => undefined);
      const present = { ...message(1, { channelId: 1, topic }), flags: ['starred'] };
      store.messages.receive(
        store.messages.beginFlight(),
        { messages: [present], from: 0, to: newest },
        list,
      );
      const asked: number[][] = [];
      store.messages.onMissing = (ids) => asked.push([...ids]);
      for (const [number, late] of events.entries()) {
        store.apply([late]);
        const subject = places[Math.max(at, number)];
        const isLate = number <= at;
        expect(store.messages.known.get(1)).toMatchObject({ subject, flags: isLate ? ['starred'] : [] });
        expect(list.ranges.flatMap(({ ids }) => ids)).toEqual(subject === topic ? [1] : []);
      }
      // In case that the message was not newer but older, it is loaded again.
      expect(asked).toEqual(Array.from({ length: at }, () => [1]));
    });
  }

  it('do not undo later edits', () => {
    const { store } = loaded();
    const later = { content: 'new', rendered_content: 'new' };
    store.apply([edit(1, { ...later, edit_timestamp: 9 })]);
    store.apply([edit(1, { content: 'old', rendered_content: 'old', edit_timestamp: 8 })]);
    expect(store.messages.known.get(1)).toMatchObject({ content: 'new', last_edit_timestamp: 9 });
    store.apply([edit(1, { content: 'newest', rendered_content: 'newest', edit_timestamp: 9 })]);
    expect(store.messages.known.get(1)).toMatchObject({ content: 'newest' });
  });
});

describe('lists of messages', () => {
  it('are updated when messages are sent, moved and deleted', () => {
    const { store, ids } = loaded();
    store.apply([
      messageEvent(message(3, { channelId: 1, topic: 'red' })),
      messageEvent(message(4, { channelId: 1, topic: 'blue' })),
      messageEvent(message(5, { channelId: 2, topic: 'red' })),
    ]);
    expect(ids()).toEqual([1, 2, 3]);
    store.apply([move([1], 'red', 'blue'), move([4], 'blue', 'RED')]);
    expect(ids()).toEqual([2, 3, 4]);
    expect(store.messages.known.get(4)).toMatchObject({ subject: 'RED', last_moved_timestamp: 9 });
    store.apply([event({ type: 'delete_message', message_ids: [3] })]);
    expect(ids()).toEqual([2, 4]);
    expect(store.messages.known.has(3)).toBe(false);
  });

  it('move along with a topic that moves as a whole, and are loaded again', () => {
    const { store, list, ids } = loaded();
    let reloads = 0;
    store.messages.onStale = () => reloads++;
    const seen: number[][] = [];
    list.watch(() => seen.push(ids()));
    const whole = { ...move([1, 2], 'red', 'green'), propagate_mode: 'change_all' };
    store.apply([whole as never]);
    expect(store.messages.list(inTopic('green'))).toBe(list);
    expect(store.messages.list(inTopic('red'))).not.toBe(list);
    expect(list).toMatchObject({ narrow: inTopic('green'), isStale: true });
    expect(ids()).toEqual([1, 2]);
    // Its reader never saw it without its messages.
    expect(seen.filter((each) => each.length < 2)).toEqual([]);
    expect(reloads).toBe(1);
    store.apply([messageEvent(message(3, { channelId: 1, topic: 'green' }))]);
    expect(ids()).toEqual([1, 2, 3]);
  });

  it('stay where they are when only some messages move, when nobody sees them, or when the new channel is unknown', () => {
    const part = loaded();
    part.store.apply([move([1], 'red', 'green')]);
    expect(part.store.messages.list(inTopic('red'))).toBe(part.list);
    const away = loaded();
    const whole = { ...move([1, 2], 'red', 'green'), propagate_mode: 'change_all' };
    away.store.apply([{ ...whole, new_stream_id: 99 } as never]);
    expect(away.store.messages.list(inTopic('red'))).toBe(away.list);
    const { store } = loaded();
    const blue = store.messages.list(inTopic('blue'));
    store.apply([{ ...whole, orig_subject: 'blue' } as never]);
    expect(store.messages.list(inTopic('green'))).not.toBe(blue);
  });

  it('take unsent messages along when a whole topic moves', () => {
    const { store } = loaded();
    const unsent = { content: 'x', timestamp: 1, readBySender: true };
    const put = (localId: string, topic: string, state: 'failed' | 'sent' | 'waiting') =>
      store.outbox.put({ ...unsent, localId, state, place: { kind: 'topic', channelId: 1, topic } });
    put('1.1', 'Red', 'failed');
    put('1.2', 'red', 'waiting');
    put('1.3', 'blue', 'waiting');
    put('1.4', 'red', 'sent');
    const moved = {
      message_ids: [1, 2],
      stream_id: 1,
      orig_subject: 'red',
      subject: 'green',
      new_stream_id: 2,
    };
    store.apply([edit(1, { ...moved, propagate_mode: 'change_later' })]);
    const topics = () => [...store.outbox.messages.values()].map(({ place }) => place);
    expect(topics().map((place) => place.kind === 'topic' && place.topic)).toEqual([
      'Red',
      'red',
      'blue',
      'red',
    ]);
    store.apply([edit(1, { ...moved, propagate_mode: 'change_all' })]);
    const green = { kind: 'topic', channelId: 2, topic: 'green' };
    expect(topics().slice(0, 2)).toEqual([green, green]);
    expect(
      topics()
        .slice(2)
        .map((place) => place.kind === 'topic' && place.topic),
    ).toEqual(['blue', 'red']);
  });

  it('of flagged messages are updated when flags change', () => {
    const { store } = loaded();
    const starred = store.messages.list([{ operator: 'is', operand: 'starred' }]);
    store.messages.receive(store.messages.beginFlight(), { messages: [], from: 0, to: newest }, starred);
    const flag = (op: string) =>
      event({ type: 'update_message_flags', op, flag: 'starred', messages: [2], all: false });
    store.apply([flag('add')]);
    expect(starred.contains(2)).toBe(true);
    expect(store.messages.starred.has(2)).toBe(true);
    store.apply([flag('remove')]);
    expect(starred.contains(2)).toBe(false);
  });

  it('of unread messages do not add a read message that is edited', () => {
    const { store } = loaded();
    const unread = store.messages.list([{ operator: 'is', operand: 'unread' }]);
    store.messages.receive(store.messages.beginFlight(), { messages: [], from: 0, to: newest }, unread);
    const read = { type: 'update_message_flags', op: 'add', flag: 'read', messages: [2], all: false };
    store.apply([event(read), edit(2, { rendered_content: '<p>edited</p>', flags: ['mentioned'] })]);
    expect(store.messages.known.get(2)).toMatchObject({
      content: '<p>edited</p>',
      flags: ['read', 'mentioned'],
    });
    expect(unread.contains(2)).toBe(false);
  });

  it('request unknown messages that may belong to a list', () => {
    const { store } = loaded();
    const asked: number[] = [];
    store.messages.onMissing = (ids) => asked.push(...ids);
    store.apply([move([7], 'blue', 'red')]);
    expect(asked).toEqual([7]);
  });

  it('stay visible after a registration, until they are read again', () => {
    const { store, list, ids } = loaded();
    const unwatched = store.messages.list(inTopic('green'));
    store.load(registration());
    expect(ids()).toEqual([1, 2]);
    expect(store.messages.known.has(1)).toBe(true);
    expect(store.messages.staleLists).toEqual([list]);
    expect(store.messages.list(inTopic('green'))).not.toBe(unwatched);
    const messages = [message(2, { channelId: 1, topic: 'red' })];
    store.messages.receive(store.messages.beginFlight(), { messages, from: 2, to: newest }, list);
    expect(list.ranges).toEqual([{ from: 2, to: newest, ids: [2] }]);
    expect(store.messages.staleLists).toEqual([]);
  });
});

describe('a page of messages', () => {
  const red = (id: number) => message(id, { channelId: 1, topic: 'red' });

  it('does not undo changes that arrived during its request', () => {
    const { store, list, ids } = loaded();
    const flight = store.messages.beginFlight();
    const page = { messages: [1, 2, 3].map(red), from: 0, to: newest };
    store.apply([
      event({ type: 'delete_message', message_ids: [1] }),
      edit(2, { rendered_content: '<p>edited</p>', content: 'edited' }),
      messageEvent(red(4)),
    ]);
    store.messages.receive(flight, page, list);
    expect(ids()).toEqual([2, 3, 4]);
    expect(store.messages.known.get(2)!.content).toBe('<p>edited</p>');
  });

  it('is requested again when an unknown message changed during its request', () => {
    const { store, list } = loaded();
    const asked: number[] = [];
    store.messages.onMissing = (ids) => asked.push(...ids);
    const flight = store.messages.beginFlight();
    store.apply([
      event({ type: 'update_message_flags', op: 'add', flag: 'read', messages: [3], all: false }),
    ]);
    asked.length = 0;
    store.messages.receive(flight, { messages: [red(3)], from: 3, to: newest }, list);
    expect(asked).toEqual([3]);
  });

  it('that was requested before a registration is rejected', () => {
    const { store, list } = loaded();
    const flight = store.messages.beginFlight();
    store.load(registration());
    expect(store.messages.receive(flight, { messages: [red(9)], from: 0, to: newest }, list)).toBe(false);
    expect(store.messages.known.has(9)).toBe(false);
  });
});

describe('messages', () => {
  it('apply reactions and submessages once, however often the event arrives', () => {
    const { store } = loaded();
    const reaction = {
      message_id: 1,
      user_id: 2,
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
    };
    const add = event({ type: 'reaction', op: 'add', ...reaction });
    const part = event({
      type: 'submessage',
      message_id: 1,
      submessage_id: 3,
      msg_type: 'widget',
      content: '{}',
      sender_id: 2,
    });
    store.apply([add, add, part, part]);
    expect(store.messages.known.get(1)).toMatchObject({
      reactions: [{ user_id: 2, emoji_name: 'tada' }],
      submessages: [{ id: 3 }],
    });
    store.apply([event({ type: 'reaction', op: 'remove', ...reaction })]);
    expect(store.messages.known.get(1)!.reactions).toEqual([]);
  });

  it('are evicted when there are too many, those of visible lists last', () => {
    const { store, ids } = loaded();
    for (let at = 0; at < 5; at++) {
      const list = store.messages.list(inTopic(`topic ${at}`));
      const messages = Array.from({ length: 100 }, (_, index) =>
        message(1000 * (at + 1) + index, { channelId: 1, topic: `topic ${at}` }),
      );
      store.messages.receive(store.messages.beginFlight(), { messages, from: 0, to: newest }, list);
      list.usedAt = at;
    }
    store.messages.trim(300);
    expect(store.messages.known.size).toBe(202);
    expect(ids()).toEqual([1, 2]);
    expect(store.messages.list(inTopic('topic 4')).ranges).toHaveLength(1);
    expect(store.messages.list(inTopic('topic 0')).ranges).toHaveLength(0);
  });
});
