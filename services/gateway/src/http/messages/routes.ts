import type { AnyRoute } from '../../edge/route.ts';
import { addReaction } from './add-reaction.ts';
import { addSubmessage } from './add-submessage.ts';
import { deleteMessage } from './delete-message.ts';
import { deleteTopic } from './delete-topic.ts';
import { getMessage, getMessageHistory } from './get-message.ts';
import { getMessages } from './get-messages.ts';
import { getReadReceipts } from './get-read-receipts.ts';
import { markAllAsRead, markChannelAsRead, markTopicAsRead } from './mark-as-read.ts';
import { matchNarrow } from './match-narrow.ts';
import { removeReaction } from './remove-reaction.ts';
import { renderMessage } from './render-message.ts';
import { reportMessage } from './report-message.ts';
import { sendMessage } from './send-message.ts';
import { setTypingStatus, setTypingStatusForMessageEdit } from './typing.ts';
import { updateFlags } from './update-flags.ts';
import { updateFlagsInNarrow } from './update-flags-in-narrow.ts';
import { updateMessage } from './update-message.ts';

/** Sending, reading, narrowing, reactions, read state. */
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
  updateFlags,
  updateFlagsInNarrow,
  markAllAsRead,
  markChannelAsRead,
  markTopicAsRead,
  matchNarrow,
  getMessage,
  getMessageHistory,
  getReadReceipts,
];
