import type { AnyRoute } from '../../edge/route.ts';
import { addAlertWords, getAlertWords, removeAlertWords } from './alert-words.ts';
import { muteUser, unmuteUser } from './muted-users.ts';
import {
  addNavigationView,
  getNavigationViews,
  removeNavigationView,
  updateNavigationView,
} from './navigation-views.ts';
import { finishOnboardingStep } from './onboarding-steps.ts';
import { getPresence, getUserPresence, updatePresence } from './presence.ts';
import { getUserStatus, updateStatus, updateStatusForUser } from './status.ts';

/** What people set for themselves. */
export const personalRoutes: readonly AnyRoute[] = [
  getNavigationViews,
  addNavigationView,
  updateNavigationView,
  removeNavigationView,
  updateStatus,
  updateStatusForUser,
  getUserStatus,
  updatePresence,
  getUserPresence,
  getPresence,
  getAlertWords,
  addAlertWords,
  removeAlertWords,
  muteUser,
  unmuteUser,
  finishOnboardingStep,
];
