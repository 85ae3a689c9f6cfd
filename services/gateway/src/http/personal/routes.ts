import type { AnyRoute } from '../../edge/route.ts';
import { addAlertWords, getAlertWords, removeAlertWords } from './alert-words.ts';
import { createDrafts, deleteDraft, editDraft, getDrafts } from './drafts.ts';
import { muteUser, unmuteUser } from './muted-users.ts';
import {
  addNavigationView,
  getNavigationViews,
  removeNavigationView,
  updateNavigationView,
} from './navigation-views.ts';
import { finishOnboardingStep } from './onboarding-steps.ts';
import { getPresence, getUserPresence, updatePresence } from './presence.ts';
import { createReminder, deleteReminder, getReminders } from './reminders.ts';
import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  getSavedSnippets,
} from './saved-snippets.ts';
import {
  createScheduledMessage,
  deleteScheduledMessage,
  getScheduledMessages,
  updateScheduledMessage,
} from './scheduled-messages.ts';
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
  createDrafts,
  deleteDraft,
  editDraft,
  getDrafts,
  createReminder,
  deleteReminder,
  getReminders,
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  getSavedSnippets,
  createScheduledMessage,
  deleteScheduledMessage,
  getScheduledMessages,
  updateScheduledMessage,
];
