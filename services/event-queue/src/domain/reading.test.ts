import type { ChannelId, UserId } from '@parley/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  channelMessage,
  clientEvent,
  directMessage,
  entryOf,
  subscriptions,
  userChanged,
} from '../../test/events.ts';
import { type ReadableQueue, Reading, readWindow, rightsBefore } from './reading.ts';
import { after, rightsOf } from './rights.ts';
import { Texts } from './texts.ts';
import { type WaitingPoll, WaitingPolls } from './waiting-polls.ts';
import { Window, type WindowEntry } from './window.ts';

const unlimited = { maxEvents: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };
const userIds = [1, 2, 3];
const channelIds = [1, 2, 3];
const roles = [100, 200, 400, 600];

type State = { channels: Set<number>; role: number; isActive: boolean };
type Step =
  | { kind: 'message'; channelId: ChannelId; isPublic: boolean }
  | { kind: 'direct'; userIds: UserId[] }
  | { kind: 'people'; userIds: UserId[]; except: number[]; channelId: ChannelId }
  | { kind: 'role'; maxRole: number }
  | { kind: 'joined' | 'left'; userIds: UserId[]; channelIds: ChannelId[]; isQuiet: boolean }
  | { kind: 'user'; userId: UserId; role: number };

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('message' as const),
    channelId: fc.constantFrom(...channelIds),
    isPublic: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('direct' as const), userIds: some(userIds) }),
  fc.record({
    kind: fc.constant('people' as const),
    userIds: fc.subarray(userIds),
    except: fc.subarray(userIds),
    channelId: fc.constantFrom(0, ...channelIds),
  }),
  fc.record({ kind: fc.constant('role' as const), maxRole: fc.constantFrom(200, 400, 600) }),
  fc.record({
    kind: fc.constantFrom('joined' as const, 'left' as const),
    userIds: some(userIds),
    channelIds: some(channelIds),
    isQuiet: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('user' as const),
    userId: fc.constantFrom(...userIds),
    role: fc.constantFrom(...roles),
  }),
);

/** Builds a log from steps. Also computes, with a simple model, the state of each person after each step. */
function play(steps: readonly Step[]) {
  const people = new Map<number, State>(
    userIds.map((id) => [id, { channels: new Set([id]), role: 400, isActive: true }]),
  );
  const copy = () =>
    new Map([...people].map(([id, { channels, ...rest }]) => [id, { channels: new Set(channels), ...rest }]));
  const entries: WindowEntry[] = [];
  const states: Map<number, State>[] = [copy()];
  for (const one of steps) {
    const id = (entries.length + 1) * 3;
    entries.push(entryOf(id, eventOf(one, people)));
    if (one.kind === 'joined' || one.kind === 'left') {
      for (const userId of one.userIds) {
        for (const channelId of one.channelIds) {
          if (one.kind === 'joined') people.get(userId)!.channels.add(channelId);
          else people.get(userId)!.channels.delete(channelId);
        }
      }
    } else if (one.kind === 'user') people.get(one.userId)!.role = one.role;
    states.push(copy());
  }
  return { entries, states };
}

function eventOf(one: Step, people: Map<number, State>) {
  switch (one.kind) {
    case 'message':
      return channelMessage(one);
    case 'direct':
      return directMessage(one.userIds);
    case 'people':
      return clientEvent({ userIds: one.userIds, exceptUserIds: one.except, channelId: one.channelId });
    case 'role':
      return clientEvent({ maxRole: one.maxRole });
    case 'user':
      return userChanged(one.userId, one.role, people.get(one.userId)!.role);
    default:
      return subscriptions(one.kind, one.userIds, one.channelIds, one.isQuiet);
  }
}

/** Returns whether a user receives the event of a step. This reference implementation follows the documented rules. */
function naive(one: Step, before: State, now: State, userId: UserId, allPublic: boolean) {
  const member = (channelId: ChannelId) => before.channels.has(channelId) && now.channels.has(channelId);
  const role = Math.max(before.role, now.role);
  switch (one.kind) {
    case 'message':
      return member(one.channelId) || (one.isPublic && allPublic && role < 600);
    case 'direct':
      return one.userIds.includes(userId);
    case 'people':
      return !one.except.includes(userId) && (one.userIds.includes(userId) || member(one.channelId));
    case 'role':
      return role <= one.maxRole;
    case 'user':
      return true;
    default:
      return one.isQuiet ? member(one.channelIds[0]!) : one.userIds.includes(userId);
  }
}

const queueOf = (userId: UserId, allPublic: boolean): ReadableQueue => ({
  queueId: 'q',
  userId,
  allPublic,
  form: 0,
  types: undefined,
  narrow: undefined,
  seen: undefined,
});

const idsOf = (texts: readonly { text: string }[]): number[] => texts.map(({ text }) => JSON.parse(text).id);

const rightsAt = ({ channels, role }: State) => rightsOf(channels, role);

const reader = fc.record({ userId: fc.constantFrom(...userIds), allPublic: fc.boolean() });
const log = fc.array(step, { maxLength: 40, size: 'max' });

describe('reading a queue', () => {
  it('finds through the indexes exactly the events that the model finds, from any position', () => {
    fc.assert(
      fc.property(log, reader, fc.nat(), fc.nat(), fc.nat(), (steps, who, a, b, c) => {
        const { entries, states } = play(steps);
        const window = new Window(Number.POSITIVE_INFINITY);
        for (const entry of entries) window.append(entry);
        window.advance(steps.length * 3 + 2);
        const checkpoint = a % (steps.length + 1);
        const start = checkpoint + (b % (steps.length + 1 - checkpoint));
        const queue = queueOf(who.userId, who.allPublic);
        const expected = steps.flatMap((one, at) =>
          at >= start &&
          naive(
            one,
            states[at]!.get(who.userId)!,
            states[at + 1]!.get(who.userId)!,
            who.userId,
            queue.allPublic,
          )
            ? [(at + 1) * 3]
            : [],
        );
        const maxEvents = 1 + (c % 10);
        const from = { position: checkpoint * 3, rights: rightsAt(states[checkpoint]!.get(who.userId)!) };
        const found: number[] = [];
        let reading = new Reading(queue, new Texts(1e6), from, start * 3, { ...unlimited, maxEvents });
        for (;;) {
          readWindow(window, reading, queue, Math.max(start * 3, reading.position));
          found.push(...idsOf(reading.rendered));
          if (!reading.full) break;
          const next = { position: reading.position, rights: reading.rights };
          reading = new Reading(queue, new Texts(1e6), next, next.position, { ...unlimited, maxEvents });
        }
        expect(found).toEqual(expected);
        expect(reading.position).toBe(steps.length * 3 + 2);
        expect(reading.rights).toEqual(rightsAt(states.at(-1)!.get(who.userId)!));
      }),
    );
  });

  it('returns the same events through a window that dropped events as through a complete window', () => {
    fc.assert(
      fc.property(log, reader, fc.integer({ min: 600, max: 8000 }), (steps, who, maxBytes) => {
        const { entries, states } = play(steps);
        const window = new Window(maxBytes);
        for (const entry of entries) window.append(entry);
        const start = window.start / 3;
        const queue = queueOf(who.userId, false);
        const from = { position: window.start, rights: rightsAt(states[start]!.get(who.userId)!) };
        const reading = new Reading(queue, new Texts(1e6), from, window.start, unlimited);
        readWindow(window, reading, queue, window.start);
        const walk = new Reading(queue, new Texts(1e6), from, window.start, unlimited);
        for (const entry of entries) if (entry.id > window.start) walk.step(entry);
        expect(idsOf(reading.rendered)).toEqual(idsOf(walk.rendered));
        expect(window.size).toBe(steps.length - start);
      }),
    );
  });

  it('delivers the same events to a waiting poll', () => {
    fc.assert(
      fc.property(log, fc.array(reader, { minLength: 1, maxLength: 6 }), fc.nat(), (steps, readers, a) => {
        const { entries, states } = play(steps);
        const from = a % (steps.length + 1);
        const waitingPolls = new WaitingPolls<WaitingPoll>(new Texts(1e6), unlimited);
        const polls = readers.map(({ userId, allPublic }) => {
          const queue = queueOf(userId, allPublic);
          const poll: WaitingPoll = { queue, pending: [], pendingBytes: 0, closed: false };
          waitingPolls.add(poll, rightsAt(states[from]!.get(userId)!));
          return poll;
        });
        for (const entry of entries.slice(from)) waitingPolls.offer(entry);
        const matched = new Set(waitingPolls.takeMatched());
        for (const poll of polls) {
          const { userId, allPublic } = poll.queue;
          const expected = steps.flatMap((one, at) =>
            at >= from &&
            naive(one, states[at]!.get(userId)!, states[at + 1]!.get(userId)!, userId, allPublic)
              ? [(at + 1) * 3]
              : [],
          );
          expect(idsOf(poll.pending)).toEqual(expected);
          expect(matched.has(poll)).toBe(expected.length > 0);
          expect(waitingPolls.rightsOf(userId)!).toEqual(rightsAt(states.at(-1)!.get(userId)!));
          waitingPolls.remove(poll, 0);
        }
        waitingPolls.sweep(1);
        expect([waitingPolls.size, waitingPolls.people]).toEqual([0, 0]);
      }),
    );
  });

  it('ends when the account is deactivated, with and without a waiting poll', () => {
    const texts = new Texts(1e6);
    const entry = entryOf(3, userChanged(2, 400, 400, false));
    const queue = queueOf(2, false);
    const reading = new Reading(queue, texts, { position: 0, rights: rightsOf([], 400) }, 0, unlimited);
    reading.step(entry);
    expect(reading.closed).toBe(true);
    const waitingPolls = new WaitingPolls<WaitingPoll>(texts, unlimited);
    const [theirs, other] = [2, 3].map((userId) => {
      const poll = { queue: queueOf(userId, false), pending: [], pendingBytes: 0, closed: false };
      waitingPolls.add(poll, rightsOf([], 400));
      return poll;
    });
    waitingPolls.offer(entry);
    expect([theirs!.closed, other!.closed]).toEqual([true, false]);
  });
});

describe('a registration', () => {
  it('derives the rights at its start by undoing the changes that its snapshots contain, and does not deliver the events of these changes again', () => {
    const one = fc.record({
      flip: fc.boolean(),
      seen: fc.boolean(),
      channelId: fc.constantFrom(...channelIds),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 20 }), fc.subarray(channelIds), (changes, atStart) => {
        // A snapshot contains the changes of one row only in their order: once it misses a change, it misses all later ones.
        const blind = new Set<number>();
        let channels = new Set(atStart);
        const snapshot = new Set(atStart);
        let role = 400;
        let snapshotRole = 400;
        const seenTransactions = new Set<number>();
        const entries = changes.map(({ flip, seen, channelId }, at) => {
          const id = at + 1;
          const row = flip ? 0 : channelId;
          const isSeen = seen && !blind.has(row);
          if (isSeen) seenTransactions.add(id);
          else blind.add(row);
          if (flip) {
            const next = role === 400 ? 600 : 400;
            const event = userChanged(2, next, role);
            role = next;
            if (isSeen) snapshotRole = next;
            return entryOf(id, event);
          }
          const kind = channels.has(channelId) ? 'left' : 'joined';
          channels = new Set(channels);
          for (const set of isSeen ? [channels, snapshot] : [channels]) {
            if (kind === 'joined') set.add(channelId);
            else set.delete(channelId);
          }
          return entryOf(id, subscriptions(kind, [2, 5], [channelId]));
        });
        const seen = (_origin: number, transactionId: number) => seenTransactions.has(transactionId);
        const start = rightsBefore(rightsOf(snapshot, snapshotRole), entries, seen);
        expect(start).toEqual(rightsOf(atStart, 400));
        const end = entries.reduce((rights, { outline }) => after(rights, outline.change!), start);
        expect(end).toEqual(rightsOf(channels, role));
        const queue = { ...queueOf(2, false), seen };
        const reading = new Reading(queue, new Texts(1e6), { position: 0, rights: start }, 0, unlimited);
        for (const entry of entries) reading.step(entry);
        expect(idsOf(reading.rendered)).toEqual(
          entries.filter(({ id }) => !seenTransactions.has(id)).map(({ id }) => id),
        );
      }),
    );
  });
});
