import { Event } from '@parley/proto/events/v1/event';
import { expect, it } from 'vitest';
import { FollowedEvent } from './entry.ts';
import { handleFacts } from './handlers.ts';

const followed = (event: Parameters<typeof Event.fromPartial>[0], index: number) =>
  new FollowedEvent(
    {
      commitLsn: 1,
      index,
      transactionId: 1,
      assignedId: 0,
      committedAtUs: 0,
      event: Buffer.from(Event.encode(Event.fromPartial(event)).finish()),
    },
    1,
    index,
  );

it('hands typed facts to their handlers in order and counts the unknown', () => {
  const calls: unknown[] = [];
  const unknown: number[] = [];
  const dispatch = handleFacts(
    ['userChanged', 'channelRemoved'],
    {
      userChanged: ({ user }, event) => calls.push([event.id, user?.userId]),
      channelRemoved: ({ channelId }, event) => calls.push([event.id, channelId]),
    },
    (event) => unknown.push(event.id),
  );
  dispatch([
    followed({ fact: { value: { $case: 'channelRemoved', channelRemoved: { channelId: 5 } } } }, 0),
    followed({ fact: { value: { $case: 'apiKeyRevoked', apiKeyRevoked: { userId: 6 } } } }, 1),
    followed({ fact: { value: { $case: 'userChanged', userChanged: { user: { userId: 7 } } } } }, 2),
    followed({ kind: 'from.the.future' }, 3),
  ]);
  expect(calls).toEqual([
    [256, 5],
    [258, 7],
  ]);
  expect(unknown).toEqual([259]);
});

it('does not compile without a handler for each kind', () => {
  // @ts-expect-error a handler is missing
  handleFacts(['userChanged', 'channelRemoved'], { userChanged: () => undefined });
  // @ts-expect-error a handler too many
  handleFacts(['userChanged'], { userChanged: () => undefined, channelRemoved: () => undefined });
});
