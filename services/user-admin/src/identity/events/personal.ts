/** Events about personal lists, for the person alone. */

import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only } from '@parley/rules';

/** A navigation view changed. @param fields `op` and the fields of that operation */
export const navigationViewChanged = (
  userId: number,
  event: ClientEvent<`navigation_view/${'add' | 'update' | 'remove'}`>,
): Event => clientEvent('user-admin.navigation_view.changed', only(userId), event);

/** Alert words changed; carries all of them, also as a fact for the service `messaging`. */
export const alertWordsChanged = (userId: number, words: string[]): Event =>
  clientEvent(
    'user-admin.alert_words.changed',
    only(userId),
    { type: 'alert_words', alert_words: words },
    { fact: { $case: 'alertWordsChanged', alertWordsChanged: { userId, words } } },
  );

/** Muted people changed; carries all of them, also as a fact. */
export const mutedUsersChanged = (userId: number, muted: { id: number; timestamp: number }[]): Event =>
  clientEvent(
    'user-admin.muted_users.changed',
    only(userId),
    { type: 'muted_users', muted_users: muted },
    {
      fact: {
        $case: 'mutedUsersChanged',
        mutedUsersChanged: { userId, mutedUserIds: muted.map(({ id }) => id) },
      },
    },
  );

/** An introduction was finished; carries those that are left. */
export const onboardingStepsChanged = (
  userId: number,
  steps: ClientEvent<'onboarding_steps'>['onboarding_steps'],
): Event =>
  clientEvent('user-admin.onboarding_steps.changed', only(userId), {
    type: 'onboarding_steps',
    onboarding_steps: steps,
  });
