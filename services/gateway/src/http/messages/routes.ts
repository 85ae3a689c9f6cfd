import type { AnyRoute } from '../../edge/route.ts';
import { addReaction } from './add-reaction.ts';
import { addSubmessage } from './add-submessage.ts';
import { checkMessagesMatchNarrow } from './check-messages-match-narrow.ts';
import { deleteMessage } from './delete-message.ts';
import { deleteTopic } from './delete-topic.ts';
import { getMessage } from './get-message.ts';
import { getMessageHistory } from './get-message-history.ts';
import { getMessages } from './get-messages.ts';
import { getReadReceipts } from './get-read-receipts.ts';
import { markAllAsRead } from './mark-all-as-read.ts';
import { markStreamAsRead } from './mark-stream-as-read.ts';
import { markTopicAsRead } from './mark-topic-as-read.ts';
import { removeReaction } from './remove-reaction.ts';
import { renderMessage } from './render-message.ts';
import { reportMessage } from './report-message.ts';
import { sendMessage } from './send-message.ts';
import { setTypingStatus } from './set-typing-status.ts';
import { setTypingStatusForMessageEdit } from './set-typing-status-for-message-edit.ts';
import { updateMessage } from './update-message.ts';
import { updateMessageFlags } from './update-message-flags.ts';
import { updateMessageFlagsForNarrow } from './update-message-flags-for-narrow.ts';

/** Routes of messages, reactions and read state. */
export const messagesRoutes: readonly AnyRoute[] = [
  sendMessage,
  deleteTopic,
  addSubmessage,
  reportMessage,
  setTypingStatus,
  setTypingStatusForMessageEdit,
  renderMessage,
  deleteMessage,
  updateMessage,
  removeReaction,
  addReaction,
  getMessages,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  checkMessagesMatchNarrow,
  getMessage,
  getMessageHistory,
  getReadReceipts,
];
