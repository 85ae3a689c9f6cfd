/** What a person's own clients hear of what they keep for themselves; of a status all who see them hear. */
import type { Audience, Event } from '@parley/proto/events/v1/event';
import { clientEvent, only } from './client-event.ts';

export const navigationViewChanged = (
  userId: number,
  fields: { op: string; [name: string]: unknown },
): Event =>
  clientEvent('user-admin.navigation_view.changed', only(userId), { type: 'navigation_view', ...fields });

export const alertWordsChanged = (userId: number, words: string[]): Event =>
  clientEvent(
    'user-admin.alert_words.changed',
    only(userId),
    { type: 'alert_words', alert_words: words },
    { $case: 'alertWordsChanged', alertWordsChanged: { userId, words } },
  );

export const mutedUsersChanged = (userId: number, muted: { id: number; timestamp: number }[]): Event =>
  clientEvent(
    'user-admin.muted_users.changed',
    only(userId),
    { type: 'muted_users', muted_users: muted },
    { $case: 'mutedUsersChanged', mutedUsersChanged: { userId, mutedUserIds: muted.map(({ id }) => id) } },
  );

export const onboardingStepsChanged = (userId: number, steps: object[]): Event =>
  clientEvent('user-admin.onboarding_steps.changed', only(userId), {
    type: 'onboarding_steps',
    onboarding_steps: steps,
  });

export const userStatusChanged = (userId: number, whoSees: Partial<Audience>, parts: object): Event =>
  clientEvent('user-admin.user_status.changed', whoSees, {
    type: 'user_status',
    user_id: userId,
    ...parts,
  });
