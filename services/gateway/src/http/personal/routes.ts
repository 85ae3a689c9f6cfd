import type { AnyRoute } from '../../edge/route.ts';
import { addAlertWords } from './add-alert-words.ts';
import { addNavigationView } from './add-navigation-view.ts';
import { createDrafts } from './create-drafts.ts';
import { createMessageReminder } from './create-message-reminder.ts';
import { createSavedSnippet } from './create-saved-snippet.ts';
import { createScheduledMessage } from './create-scheduled-message.ts';
import { deleteDraft } from './delete-draft.ts';
import { deleteReminder } from './delete-reminder.ts';
import { deleteSavedSnippet } from './delete-saved-snippet.ts';
import { deleteScheduledMessage } from './delete-scheduled-message.ts';
import { editDraft } from './edit-draft.ts';
import { editNavigationView } from './edit-navigation-view.ts';
import { editSavedSnippet } from './edit-saved-snippet.ts';
import { finishOnboardingStep } from './finish-onboarding-step.ts';
import { getAlertWords } from './get-alert-words.ts';
import { getDrafts } from './get-drafts.ts';
import { getNavigationViews } from './get-navigation-views.ts';
import { getPresence } from './get-presence.ts';
import { getReminders } from './get-reminders.ts';
import { getSavedSnippets } from './get-saved-snippets.ts';
import { getScheduledMessages } from './get-scheduled-messages.ts';
import { getUserPresence } from './get-user-presence.ts';
import { getUserStatus } from './get-user-status.ts';
import { muteUser } from './mute-user.ts';
import { removeAlertWords } from './remove-alert-words.ts';
import { removeNavigationView } from './remove-navigation-view.ts';
import { unmuteUser } from './unmute-user.ts';
import { updatePresence } from './update-presence.ts';
import { updateScheduledMessage } from './update-scheduled-message.ts';
import { updateStatus } from './update-status.ts';
import { updateStatusForUser } from './update-status-for-user.ts';

/** Routes of personal data. */
export const personalRoutes: readonly AnyRoute[] = [
  getNavigationViews,
  addNavigationView,
  editNavigationView,
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
  createMessageReminder,
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
