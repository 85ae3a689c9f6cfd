import { type ScopedHandlers, scopedHandlers } from '@parley/directory';
import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { Ctx } from '../context.ts';
import { addReaction } from './add-reaction.ts';
import { addSubmessage } from './add-submessage.ts';
import { canSeeAnyMessage } from './can-see-any-message.ts';
import { deleteMessage } from './delete-message.ts';
import { deleteTopic } from './delete-topic.ts';
import { createDrafts } from './drafts/create-drafts.ts';
import { deleteDraft } from './drafts/delete-draft.ts';
import { editDraft } from './drafts/edit-draft.ts';
import { getDrafts } from './drafts/get-drafts.ts';
import { findCorrespondents } from './find-correspondents.ts';
import { findScheduledUploads } from './find-scheduled-uploads.ts';
import { getInitialState } from './get-initial-state.ts';
import { getMessage } from './get-message.ts';
import { getMessageHistory } from './get-message-history.ts';
import { getMessages } from './get-messages.ts';
import { getReadReceipts } from './get-read-receipts.ts';
import { getTopics } from './get-topics.ts';
import { hasNamedTopics } from './has-named-topics.ts';
import { markAsRead } from './mark-as-read.ts';
import { matchNarrow } from './match-narrow.ts';
import { createReminder } from './reminders/create-reminder.ts';
import { deleteReminder } from './reminders/delete-reminder.ts';
import { getReminders } from './reminders/get-reminders.ts';
import { removeReaction } from './remove-reaction.ts';
import { renderMessage } from './render-message.ts';
import { reportMessage } from './report-message.ts';
import { createScheduledMessage } from './scheduled-messages/create-scheduled-message.ts';
import { deleteScheduledMessage } from './scheduled-messages/delete-scheduled-message.ts';
import { getScheduledMessages } from './scheduled-messages/get-scheduled-messages.ts';
import { updateScheduledMessage } from './scheduled-messages/update-scheduled-message.ts';
import { sendMessage } from './send-message.ts';
import { signalTyping } from './signal-typing.ts';
import { createSnippet } from './snippets/create-snippet.ts';
import { deleteSnippet } from './snippets/delete-snippet.ts';
import { editSnippet } from './snippets/edit-snippet.ts';
import { getSnippets } from './snippets/get-snippets.ts';
import { updateFlags } from './update-flags.ts';
import { updateFlagsInNarrow } from './update-flags-in-narrow.ts';
import { updateMessage } from './update-message.ts';

const all: ScopedHandlers<typeof MessagingServiceService, Ctx> = {
  sendMessage,
  getMessages,
  getTopics,
  hasNamedTopics,
  findCorrespondents,
  findScheduledUploads,
  canSeeAnyMessage,
  addReaction,
  removeReaction,
  updateMessage,
  deleteMessage,
  renderMessage,
  getDrafts,
  getSnippets,
  getScheduledMessages,
  getReminders,
  createDrafts,
  editDraft,
  deleteDraft,
  createSnippet,
  editSnippet,
  deleteSnippet,
  createScheduledMessage,
  updateScheduledMessage,
  deleteScheduledMessage,
  createReminder,
  deleteReminder,
  signalTyping,
  deleteTopic,
  reportMessage,
  addSubmessage,
  getInitialState,
  getMessage,
  matchNarrow,
  getReadReceipts,
  getMessageHistory,
  updateFlags,
  updateFlagsInNarrow,
  markAsRead,
};

/** Returns the handlers of all RPCs. */
export const handlers = (ctx: Ctx) => scopedHandlers<typeof MessagingServiceService, Ctx>(ctx, all);
