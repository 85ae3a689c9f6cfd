import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { event, message, messageEvent, registration } from '../../test/registration.ts';
import type { ChannelId, UserId } from '../ids.ts';
import { topicKey } from '../place.ts';
import { Store } from './store.ts';

const channels = 3;
const topics = ['red', 'green', 'Green'];

type Step =
  | { kind: 'message'; channelId: ChannelId; topic: string; mentions: boolean }
  | { kind: 'direct'; senderId: UserId; mentions: boolean }
  | { kind: 'read' | 'delete'; at: number }
  | { kind: 'move'; at: number; channelId: ChannelId; topic: string }
  | { kind: 'mute channel'; channelId: ChannelId; value: boolean }
  | { kind: 'topic policy'; channelId: ChannelId; topic: string; policy: number }
  | { kind: 'leave'; channelId: ChannelId };

const channelId = fc.integer({ min: 1, max: channels });
const topic = fc.constantFrom(...topics);
const at = fc.nat(50);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('message' as const),
        channelId,
        topic,
        mentions: fc.boolean(),
      }),
    },
    fc.record({
      kind: fc.constant('direct' as const),
      senderId: fc.integer({ min: 2, max: 4 }),
      mentions: fc.boolean(),
    }),
    fc.record({ kind: fc.constantFrom('read' as const, 'delete' as const), at }),
    fc.record({ kind: fc.constant('move' as const), at, channelId, topic }),
    fc.record({ kind: fc.constant('mute channel' as const), channelId, value: fc.boolean() }),
    fc.record({ kind: fc.constant('topic policy' as const), channelId, topic, policy: fc.nat(3) }),
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), channelId }) },
  ),
  { maxLength: 60 },
);

/** A simple model of an unread message. The test computes the expected counts from a list of them. */
type Plain = { id: number; channelId?: ChannelId; topic: string; isMention: boolean };

function apply(store: Store, step: Step, unread: Plain[], id: number): Plain[] {
  const target = unread[('at' in step ? step.at : 0) % Math.max(1, unread.length)];
  switch (step.kind) {
    case 'message': {
      const sent = message(id, { channelId: step.channelId, topic: step.topic });
      store.apply([messageEvent(sent, step.mentions ? ['mentioned'] : [])]);
      return [...unread, { id, channelId: step.channelId, topic: step.topic, isMention: step.mentions }];
    }
    case 'direct':
      store.apply([
        messageEvent(message(id, { senderId: step.senderId }), step.mentions ? ['mentioned'] : []),
      ]);
      return [...unread, { id, topic: '', isMention: step.mentions }];
    case 'read':
    case 'delete': {
      if (!target) return unread;
      const read = {
        type: 'update_message_flags',
        op: 'add',
        flag: 'read',
        messages: [target.id],
        all: false,
      };
      const deletion = { type: 'delete_message', message_ids: [target.id] };
      store.apply([event(step.kind === 'read' ? read : deletion)]);
      return unread.filter((each) => each !== target);
    }
    case 'move': {
      if (target?.channelId === undefined) return unread;
      const move = {
        type: 'update_message',
        message_id: target.id,
        message_ids: [target.id],
        stream_id: target.channelId,
        new_stream_id: step.channelId,
        orig_subject: target.topic,
        subject: step.topic,
        edit_timestamp: 1,
        flags: target.isMention ? ['mentioned'] : [],
      };
      store.apply([event(move)]);
      const moved = { ...target, channelId: step.channelId, topic: step.topic };
      return unread.map((each) => (each === target ? moved : each));
    }
    case 'mute channel': {
      const change = { stream_id: step.channelId, property: 'is_muted', value: step.value };
      store.apply([event({ type: 'subscription', op: 'update', ...change })]);
      return unread;
    }
    case 'topic policy': {
      const change = { stream_id: step.channelId, topic_name: step.topic, visibility_policy: step.policy };
      store.apply([event({ type: 'user_topic', last_updated: 1, ...change })]);
      return unread;
    }
    case 'leave': {
      store.apply([
        event({ type: 'subscription', op: 'remove', subscriptions: [{ stream_id: step.channelId }] }),
      ]);
      return unread.filter((each) => each.channelId !== step.channelId);
    }
  }
}

const ascending = (one: number, other: number): number => one - other;

describe('unread counts', () => {
  it('equal a count of all unread messages after any change', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const store = new Store();
        store.load(registration({ channels }));
        let unread: Plain[] = [];
        for (const [index, step] of all.entries()) unread = apply(store, step, unread, index + 1);

        const isMuted = (each: Plain) =>
          each.channelId !== undefined && store.channels.isTopicMuted(each.channelId, each.topic);
        const isPersonal = (each: Plain) => each.channelId === undefined || each.isMention;
        const isFollowed = (each: Plain) =>
          each.channelId !== undefined && store.channels.policyOf(each.channelId, each.topic) === 3;
        const loud = unread.filter((each) => !isMuted(each));
        expect(store.unread.totals.get()).toEqual({
          count: loud.length,
          mentions: unread.filter((each) => each.isMention).length,
          direct: unread.filter((each) => each.channelId === undefined).length,
          personal: unread.filter(isPersonal).length,
          personalAndFollowed: unread.filter((each) => isPersonal(each) || isFollowed(each)).length,
        });
        for (let id = 1; id <= channels; id++) {
          const inChannel = unread.filter((each) => each.channelId === id);
          expect(store.unread.channels.get(id) ?? { count: 0, mutedCount: 0, mentions: 0 }).toEqual({
            count: inChannel.filter((each) => !isMuted(each)).length,
            mutedCount: inChannel.filter(isMuted).length,
            mentions: inChannel.filter((each) => each.isMention).length,
          });
          for (const name of topics) {
            const ids = inChannel
              .filter((each) => each.topic.toLowerCase() === name.toLowerCase())
              .map((each) => each.id)
              .sort(ascending);
            const place = store.unread.places.get(topicKey(id, name));
            expect(store.unread.idsIn(topicKey(id, name))).toEqual(ids);
            expect(place?.count ?? 0).toBe(ids.length);
            expect(place?.newestId).toBe(ids.at(-1));
            const mentioning = inChannel.filter(({ id, isMention }) => isMention && ids.includes(id));
            expect(place?.newestMentionId).toBe(
              mentioning
                .map((each) => each.id)
                .sort(ascending)
                .at(-1),
            );
          }
          const newestOfTopics = new Map(
            inChannel.filter((each) => !isMuted(each)).map(({ id, topic }) => [topic.toLowerCase(), id]),
          );
          expect(store.unread.topicsOf(id).map(({ newestId }) => newestId)).toEqual(
            [...newestOfTopics.values()].sort((one, other) => other - one),
          );
        }
      }),
      { numRuns: 200 },
    );
  });

  it('of a registration are counted by topic and conversation, with mentions', () => {
    const store = new Store();
    store.load({
      ...registration({ channels }),
      unread_msgs: {
        count: 5,
        pms: [{ other_user_id: 2, unread_message_ids: [5] }],
        streams: [
          { stream_id: 1, topic: 'red', unread_message_ids: [1, 4] },
          { stream_id: 1, topic: 'green', unread_message_ids: [2, 3] },
        ],
        huddles: [],
        mentions: [4],
        old_unreads_missing: false,
      },
    } as never);
    expect(store.unread.totals.get()).toEqual({
      count: 5,
      mentions: 1,
      direct: 1,
      personal: 2,
      personalAndFollowed: 2,
    });
    expect(store.unread.channels.get(1)).toEqual({ count: 4, mutedCount: 0, mentions: 1 });
    expect(store.unread.topicsOf(1)).toMatchObject([
      { place: { topic: 'red' }, count: 2, mentions: 1, newestId: 4, newestMentionId: 4 },
      { place: { topic: 'green' }, count: 2, mentions: 0, newestId: 3 },
    ]);
  });
});
