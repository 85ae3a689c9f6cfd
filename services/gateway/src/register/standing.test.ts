import { followedBytes, followedEvent } from '@parley/event-log/testing';
import { GetInitialStateResponse as ChannelState } from '@parley/proto/channel/v1/channel';
import type { Event } from '@parley/proto/events/v1/event';
import { GetInitialStateResponse as PhonesState } from '@parley/proto/notify/v1/notify';
import { GetInitialStateResponse as PeopleState } from '@parley/proto/useradmin/v1/user_admin';
import type { UserId } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import { keepStanding } from './standing.ts';

type Fact = NonNullable<NonNullable<Parameters<typeof Event.fromPartial>[0]['fact']>['value']>;

/** Keeps answers about two people, and returns whose are left after the event: of user-admin, of channel, and of notify. */
async function leftAfter(happens: (follower: ReturnType<typeof keepStanding>) => void) {
  const follower = keepStanding();
  const { people, channels, phones } = follower;
  for (const userId of [7, 8]) {
    await people.read(userId, async () => PeopleState.create());
    await channels.read(userId, async () => ChannelState.create());
    await phones.read(userId, async () => PhonesState.create());
  }
  happens(follower);
  const left = (answers: { get(userId: UserId): unknown }) => [7, 8].filter((id) => answers.get(id));
  return [left(people), left(channels), left(phones)];
}

const after = (value: Fact) => leftAfter(({ onEvents }) => onEvents([followedEvent({ fact: { value } })]));

describe('what is kept about a person', () => {
  it('ends with an event that changes it', async () => {
    expect(await after({ $case: 'userChanged', userChanged: { user: { userId: 7 } } })).toEqual([
      [8],
      [8],
      [7, 8],
    ]);
    expect(await after({ $case: 'writingSettingsChanged', writingSettingsChanged: { userId: 7 } })).toEqual([
      [8],
      [7, 8],
      [7, 8],
    ]);
    expect(await after({ $case: 'devicesChanged', devicesChanged: { userId: 7 } })).toEqual([
      [7, 8],
      [7, 8],
      [8],
    ]);
    for (const $case of ['subscriptionsAdded', 'subscriptionsRemoved'] as const) {
      const fact = { $case, [$case]: { userIds: [8, 9], channelIds: [3] } } as unknown as Fact;
      expect(await after(fact)).toEqual([[7, 8], [7], [7, 8]]);
    }
  });

  it('ends for everybody with the organization, with an unknown fact, a gap and a new epoch', async () => {
    const nothing = [[], [], []];
    expect(await after({ $case: 'organizationDeactivated', organizationDeactivated: {} })).toEqual(nothing);
    const unreadable = Uint8Array.from([0xff]);
    expect(
      await leftAfter(({ onEvents }) => onEvents([followedBytes(unreadable, { hasOutlines: true })])),
    ).toEqual(nothing);
    expect(await leftAfter(({ onGap }) => onGap())).toEqual(nothing);
    expect(await leftAfter(({ onEpoch }) => onEpoch())).toEqual(nothing);
  });

  it('stays after other events', async () => {
    expect(await after({ $case: 'messageSent', messageSent: { senderId: 7 } })).toEqual([
      [7, 8],
      [7, 8],
      [7, 8],
    ]);
  });
});
