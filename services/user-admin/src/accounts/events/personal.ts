/** Builds events about a person's own lists and Zoom account. Clients of other people do not get them. */
import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only, type UserId } from '@parley/rules';

export const navigationViewChanged = (
  userId: UserId,
  event: ClientEvent<`navigation_view/${'add' | 'update' | 'remove'}`>,
): Event => clientEvent('user-admin.navigation_view.changed', only(userId), event);

export const alertWordsChanged = (userId: UserId, words: string[]): Event =>
  clientEvent(
    'user-admin.alert_words.changed',
    only(userId),
    { type: 'alert_words', alert_words: words },
    { fact: { $case: 'alertWordsChanged', alertWordsChanged: { userId, words } } },
  );

export const mutedUsersChanged = (userId: UserId, muted: { id: number; timestamp: number }[]): Event =>
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

/** Builds the event for a finished introduction, with the introductions that the person has not finished. */
export const onboardingStepsChanged = (
  userId: UserId,
  steps: ClientEvent<'onboarding_steps'>['onboarding_steps'],
): Event =>
  clientEvent('user-admin.onboarding_steps.changed', only(userId), {
    type: 'onboarding_steps',
    onboarding_steps: steps,
  });

export const zoomConnectionChanged = (userId: UserId, isConnected: boolean): Event =>
  clientEvent('user-admin.zoom.changed', only(userId), { type: 'has_zoom_token', value: isConnected });
