import { firstItem } from '@parley/core';
import type { Rendered } from '../domain/texts.ts';
import { type Answer, eventsAnswer, type RegisteredPoll, type Sink } from './poll.ts';

/** An answer that several polls of one gateway get. */
export type SharedAnswer = { sink: Sink; pollIds: number[]; answer: Answer };

/** Groups polls with equal answers, so that each answer is encoded once and sent once to each gateway. */
export function groupAnswers(polls: readonly RegisteredPoll[]): SharedAnswer[] {
  const answers = new Map<string | number, Answer>();
  const bySink = new Map<Sink, Map<string | number, SharedAnswer>>();
  for (const { open, pending } of polls) {
    const key = keyOf(pending);
    let ofSink = bySink.get(open.sink);
    if (!ofSink) {
      ofSink = new Map();
      bySink.set(open.sink, ofSink);
    }
    let shared = ofSink.get(key);
    if (!shared) {
      let answer = answers.get(key);
      if (!answer) {
        answer = eventsAnswer(pending);
        answers.set(key, answer);
      }
      shared = { sink: open.sink, pollIds: [], answer };
      ofSink.set(key, shared);
    }
    shared.pollIds.push(open.request.pollId);
  }
  return [...bySink.values()].flatMap((ofSink) => [...ofSink.values()]);
}

function keyOf(pending: readonly Rendered[]): string | number {
  if (pending.length === 1) return firstItem(pending).serial;
  let key = '';
  for (const { serial } of pending) key += `${serial} `;
  return key;
}
