import { handleFacts } from '@parley/event-log';
import type { GetInitialStateResponse as ChannelState } from '@parley/proto/channel/v1/channel';
import type { GetInitialStateResponse as PhonesState } from '@parley/proto/notify/v1/notify';
import type { GetInitialStateResponse as PeopleState } from '@parley/proto/useradmin/v1/user_admin';
import type { UserId } from '@parley/rules';
import type { LogHandlers } from '../log-handlers.ts';
import { KeptAnswers } from './kept-answers.ts';

/** Maximum number of people about whom answers are kept. One takes about 1 KB, and 8 bytes for each subscription. */
const maxPeople = 20_000;
/**
 * Time for which the devices of a person are kept, in milliseconds. A replica of notify of the previous release changes them without
 * a fact, and may run beside newer ones during an upgrade.
 */
const phonesMs = 300_000;

/** What each registration needs of a person: the role and a setting, the IDs of the subscribed channels, and the devices. */
export type Standing = {
  /** For clients that understand null as a notification setting of a subscription. For others, user-admin returns more. */
  readonly people: KeptAnswers<PeopleState>;
  readonly channels: KeptAnswers<ChannelState>;
  /** With devices only. */
  readonly phones: KeptAnswers<PhonesState>;
  /** Time in Unix milliseconds until which notify is not asked for devices, because it has not answered. */
  phonesRestUntilMs: number;
};

/** With the handlers of log events, of new epochs and of gaps, which drop outdated answers. */
export type FollowedStanding = Standing & LogHandlers;

/** Returns answers of which none is kept yet. */
export function keepStanding(): FollowedStanding {
  const people = new KeptAnswers<PeopleState>(maxPeople);
  const channels = new KeptAnswers<ChannelState>(maxPeople);
  const phones = new KeptAnswers<PhonesState>(maxPeople, phonesMs);
  const clear = () => {
    people.clear();
    channels.clear();
    phones.clear();
  };
  const dropSubscriptions = ({ userIds }: { userIds: readonly UserId[] }) => {
    for (const userId of userIds) channels.drop(userId);
  };
  const onEvents = handleFacts(
    [
      'userChanged',
      'writingSettingsChanged',
      'organizationDeactivated',
      'subscriptionsAdded',
      'subscriptionsRemoved',
      'devicesChanged',
    ],
    {
      userChanged: ({ user }) => {
        if (!user) return;
        people.drop(user.userId);
        // `channel` refuses people whose account is deactivated.
        channels.drop(user.userId);
      },
      // One of these settings is in each registration.
      writingSettingsChanged: ({ userId }) => people.drop(userId),
      organizationDeactivated: clear,
      subscriptionsAdded: dropSubscriptions,
      subscriptionsRemoved: dropSubscriptions,
      devicesChanged: ({ userId }) => phones.drop(userId),
    },
    // A fact that this release cannot decode may concern any person.
    ({ mayHaveFact }) => {
      if (mayHaveFact) clear();
    },
  );
  return { people, channels, phones, phonesRestUntilMs: 0, onEvents, onEpoch: clear, onGap: clear };
}
