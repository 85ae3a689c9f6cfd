import type { OpenedSource } from '@parley/archive';
import type { FindUsedInMessagesRequest } from '@parley/proto/messaging/v1/importing';
import { afterEach, expect, it, vi } from 'vitest';
import type { Ctx } from '../context.ts';
import type { ImportRow } from '../db/imports.ts';
import { Running } from './state.ts';

afterEach(() => vi.restoreAllMocks());

/** A run of an import that is told the times of sends, one list for each question, and that the topic "Plan" and conversations of person 1 were there. */
function runningWith(answers: readonly (readonly number[])[]) {
  const asked: number[] = [];
  const askedTopics: string[][] = [];
  const observeSends = async () => ({
    sendsBesideMs: [...(answers[asked.push(1) - 1] ?? [])],
    sendsAloneMs: 0,
  });
  const askedConversations: string[][] = [];
  const findUsedInMessages = async ({ topics, conversations }: FindUsedInMessagesRequest) => {
    askedTopics.push(topics.map(({ topic }) => topic));
    askedConversations.push(conversations.map(({ memberIds }) => memberIds.join(' ')));
    return {
      usedTopics: topics.map(({ topic }) => topic === 'Plan'),
      usedConversations: conversations.map(({ memberIds }) => memberIds.includes(1)),
    };
  };
  const ctx = { clients: { messaging: { observeSends, findUsedInMessages } } } as unknown as Ctx;
  const row = { options: { dryRun: false }, checkpoint: {} } as ImportRow;
  const files = {} as OpenedSource;
  const running = new Running(ctx, row, files, new AbortController().signal);
  return { running, asked, askedTopics, askedConversations };
}

it('looks for people who write while the source is read, and does not wait again', async () => {
  const { running, asked } = runningWith([[], []]);
  await running.beginLooking();
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  const begun = Date.now();
  await running.lookAround();
  expect(Date.now() - begun).toBeLessThan(1_000);
  expect(asked).toHaveLength(2);
  expect(running.pace.isGentle).toBe(false);
});

it('gives way when somebody has written meanwhile', async () => {
  const { running } = runningWith([[], [12]]);
  await running.beginLooking();
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  await running.lookAround();
  expect(running.pace.isGentle).toBe(true);
});

it('waits for what is left of the time when the source was read at once', async () => {
  const { running } = runningWith([[], []]);
  await running.beginLooking();
  const begun = Date.now();
  await running.lookAround();
  expect(Date.now() - begun).toBeGreaterThan(1_000);
});

it('counts topics by what makes them one, and asks which of those in channels that were there were there, too', async () => {
  const { running, askedTopics } = runningWith([]);
  running.channelsThere.add(1);
  for (const channelId of [1, 2, -3])
    for (const topic of ['Plan', 'plan', 'PLAN', 'plan 2']) running.noteTopic(channelId, topic);
  await running.askPlaces();
  expect(askedTopics).toEqual([]);
  await running.askPlaces(true);
  expect(askedTopics).toEqual([['Plan', 'plan 2']]);
  expect(running.topicCounts).toEqual({ read: 6, there: 1 });
  for (let at = 0; at < 50_000; at++) running.noteTopic(2, `a thread about number ${at}`);
  expect(running.topicCounts).toEqual({ read: 50_006, there: 1 });
});

it('asks about topics of channels that were there as they come, so that they need not wait in memory', async () => {
  const { running, askedTopics } = runningWith([]);
  running.channelsThere.add(1);
  for (let at = 0; at < 2_500; at++) running.noteTopic(1, `a thread about number ${at}`);
  await running.askPlaces();
  expect(askedTopics.map(({ length }) => length)).toEqual([1_000, 1_000]);
  await running.askPlaces(true);
  expect(askedTopics.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
});

it('asks which conversations of people who were there were there, too, and never about those of new people', async () => {
  const { running, askedConversations } = runningWith([]);
  for (let id = 1; id <= 3_000; id++) running.peopleThere.add(id);
  for (const memberIds of [[1], [1, 2], [1, 2], [2, 3], [1, 5_000], [-4, 1]])
    running.noteConversation(memberIds);
  await running.askPlaces();
  expect(askedConversations).toEqual([]);
  await running.askPlaces(true);
  expect(askedConversations).toEqual([['1', '1 2', '2 3']]);
  expect(running.conversationCounts).toEqual({ read: 5, there: 2 });
  for (let id = 10; id < 1_510; id++) running.noteConversation([2, id]);
  await running.askPlaces();
  expect(askedConversations.slice(1).map(({ length }) => length)).toEqual([1_000]);
});
