/** What a person's own clients hear of what they keep for themselves; of a status all who see them hear. */

import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { only } from '@parley/rules';

/** `navigation_view`, to the person alone; `fields` with `op` and what the operation tells. */
export const navigationViewChanged = (
  userId: number,
  fields: { op: string; [name: string]: unknown },
): Event =>
  clientEvent('user-admin.navigation_view.changed', only(userId), { type: 'navigation_view', ...fields });

/** All alert words, to the person alone, and to whoever renders or delivers messages. */
export const alertWordsChanged = (userId: number, words: string[]): Event =>
  clientEvent(
    'user-admin.alert_words.changed',
    only(userId),
    { type: 'alert_words', alert_words: words },
    { fact: { $case: 'alertWordsChanged', alertWordsChanged: { userId, words } } },
  );

/** All muted people, to the person alone. */
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

/** All introductions that are left, to the person alone. */
export const onboardingStepsChanged = (userId: number, steps: object[]): Event =>
  clientEvent('user-admin.onboarding_steps.changed', only(userId), {
    type: 'onboarding_steps',
    onboarding_steps: steps,
  });
