import { expect, it } from 'vitest';
import { followedEvent } from '../testing.ts';
import { handleFacts } from './handlers.ts';

it('passes typed facts to their handlers in order, and reports unknown facts', () => {
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
    followedEvent(
      { fact: { value: { $case: 'channelRemoved', channelRemoved: { channelId: 5 } } } },
      { sequence: 1 },
    ),
    followedEvent(
      { fact: { value: { $case: 'apiKeyRevoked', apiKeyRevoked: { userId: 6 } } } },
      { sequence: 2 },
    ),
    followedEvent(
      { fact: { value: { $case: 'userChanged', userChanged: { user: { userId: 7 } } } } },
      { sequence: 3 },
    ),
    followedEvent({ kind: 'from.the.future' }, { sequence: 4 }),
  ]);
  expect(calls).toEqual([
    [256, 5],
    [768, 7],
  ]);
  expect(unknown).toEqual([1024]);
});

it('does not compile without a handler for each kind', () => {
  // @ts-expect-error a handler is missing
  handleFacts(['userChanged', 'channelRemoved'], { userChanged: () => undefined });
  // @ts-expect-error one handler too many
  handleFacts(['userChanged'], { userChanged: () => undefined, channelRemoved: () => undefined });
});
