import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { Handlers } from '@parley/rpc';
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

/** Returns the handlers of all RPCs. */
export const handlers = (ctx: Ctx): Handlers<typeof MessagingServiceService> => ({
  sendMessage: (request, call) => sendMessage(ctx, request, call),
  getMessages: (request, call) => getMessages(ctx, request, call),
  getTopics: (request, call) => getTopics(ctx, request, call),
  hasNamedTopics: (request) => hasNamedTopics(ctx, request),
  findCorrespondents: (request) => findCorrespondents(ctx, request),
  findScheduledUploads: (request) => findScheduledUploads(ctx, request),
  canSeeAnyMessage: (request, call) => canSeeAnyMessage(ctx, request, call),
  addReaction: (request, call) => addReaction(ctx, request, call),
  removeReaction: (request, call) => removeReaction(ctx, request, call),
  updateMessage: (request, call) => updateMessage(ctx, request, call),
  deleteMessage: (request, call) => deleteMessage(ctx, request, call),
  renderMessage: (request, call) => renderMessage(ctx, request, call),
  getDrafts: (_request, call) => getDrafts(ctx, call),
  getSnippets: (_request, call) => getSnippets(ctx, call),
  getScheduledMessages: (_request, call) => getScheduledMessages(ctx, call),
  getReminders: (_request, call) => getReminders(ctx, call),
  createDrafts: (request, call) => createDrafts(ctx, request, call),
  editDraft: (request, call) => editDraft(ctx, request, call),
  deleteDraft: (request, call) => deleteDraft(ctx, request, call),
  createSnippet: (request, call) => createSnippet(ctx, request, call),
  editSnippet: (request, call) => editSnippet(ctx, request, call),
  deleteSnippet: (request, call) => deleteSnippet(ctx, request, call),
  createScheduledMessage: (request, call) => createScheduledMessage(ctx, request, call),
  updateScheduledMessage: (request, call) => updateScheduledMessage(ctx, request, call),
  deleteScheduledMessage: (request, call) => deleteScheduledMessage(ctx, request, call),
  createReminder: (request, call) => createReminder(ctx, request, call),
  deleteReminder: (request, call) => deleteReminder(ctx, request, call),
  signalTyping: (request, call) => signalTyping(ctx, request, call),
  deleteTopic: (request, call) => deleteTopic(ctx, request, call),
  reportMessage: (request, call) => reportMessage(ctx, request, call),
  addSubmessage: (request, call) => addSubmessage(ctx, request, call),
  getInitialState: (request, call) => getInitialState(ctx, request, call),
  getMessage: (request, call) => getMessage(ctx, request, call),
  matchNarrow: (request, call) => matchNarrow(ctx, request, call),
  getReadReceipts: (request, call) => getReadReceipts(ctx, request, call),
  getMessageHistory: (request, call) => getMessageHistory(ctx, request, call),
  updateFlags: (request, call) => updateFlags(ctx, request, call),
  updateFlagsInNarrow: (request, call) => updateFlagsInNarrow(ctx, request, call),
  markAsRead: (request, call) => markAsRead(ctx, request, call),
});
