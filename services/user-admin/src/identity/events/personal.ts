/** Builds events about personal lists. Only the person receives them. */

import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only } from '@parley/rules';

/** Builds the event of a changed navigation view. @param fields `op` and the fields of that operation */
export const navigationViewChanged = (
  userId: number,
  event: ClientEvent<`navigation_view/${'add' | 'update' | 'remove'}`>,
): Event => clientEvent('user-admin.navigation_view.changed', only(userId), event);

/** Builds the event of changed alert words. It carries all of them, also as a fact for the service `messaging`. */
export const alertWordsChanged = (userId: number, words: string[]): Event =>
  clientEvent(
    'user-admin.alert_words.changed',
    only(userId),
    { type: 'alert_words', alert_words: words },
    { fact: { $case: 'alertWordsChanged', alertWordsChanged: { userId, words } } },
  );

/** Builds the event of changed mutes. It carries all muted people, also as a fact for caches. */
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

/** Builds the event of a finished introduction. It carries the introductions that are not finished. */
export const onboardingStepsChanged = (
  userId: number,
  steps: ClientEvent<'onboarding_steps'>['onboarding_steps'],
): Event =>
  clientEvent('user-admin.onboarding_steps.changed', only(userId), {
    type: 'onboarding_steps',
    onboarding_steps: steps,
  });

/** Builds the event of a Zoom account that the person has connected, or that is connected no more. */
export const zoomConnectionChanged = (userId: number, isConnected: boolean): Event =>
  clientEvent('user-admin.zoom.changed', only(userId), { type: 'has_zoom_token', value: isConnected });
