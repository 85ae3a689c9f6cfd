import type { FieldReaders } from '../../kernel/field-readers.ts';
import { displaySettings, notificationSettings } from '../../people/domain/legacy-settings.ts';
import type { PeopleListCache } from '../../people/people-list.ts';
import { readBots, readPeople } from './people.ts';
import {
  readAlertWords,
  readMutedUsers,
  readNavigationViews,
  readOnboardingSteps,
  readZoomConnection,
} from './personal.ts';
import { legacyFields, readUserSettings } from './settings.ts';

export const accountFields = (lists: PeopleListCache): FieldReaders => ({
  realm_user: (request) => readPeople(request, lists),
  realm_bot: readBots,
  user_settings: readUserSettings,
  alert_words: readAlertWords,
  muted_users: readMutedUsers,
  navigation_views: readNavigationViews,
  onboarding_steps: readOnboardingSteps,
  push_device: () => ({ push_devices: {} }),
  update_display_settings: legacyFields(displaySettings),
  update_global_notifications: legacyFields(notificationSettings),
  video_calls: readZoomConnection,
});
