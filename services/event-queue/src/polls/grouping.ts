import type { Rendered } from '../domain/texts.ts';
import { eventsJson, type RegisteredPoll, type Sink } from './poll.ts';

/** One answer to several polls of one gateway. */
export type SharedAnswer = { sink: Sink; pollIds: number[]; json: Buffer };

/** Groups polls by answer. Each answer is encoded once, and sent once to each gateway. */
export function groupAnswers(polls: readonly RegisteredPoll[]): SharedAnswer[] {
  const texts = new Map<string | number, Buffer>();
  const bySink = new Map<Sink, Map<string | number, SharedAnswer>>();
  for (const { open, pending } of polls) {
    const key = keyOf(pending);
    let answers = bySink.get(open.sink);
    if (!answers) {
      answers = new Map();
      bySink.set(open.sink, answers);
    }
    let shared = answers.get(key);
    if (!shared) {
      let json = texts.get(key);
      if (!json) {
        json = eventsJson(pending);
        texts.set(key, json);
      }
      shared = { sink: open.sink, pollIds: [], json };
      answers.set(key, shared);
    }
    shared.pollIds.push(open.request.pollId);
  }
  return [...bySink.values()].flatMap((answers) => [...answers.values()]);
}

function keyOf(pending: readonly Rendered[]): string | number {
  if (pending.length === 1) return pending[0]!.serial;
  let key = '';
  for (const { serial } of pending) key += `${serial} `;
  return key;
}
