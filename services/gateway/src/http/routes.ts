import type { AnyRoute, Page } from '../edge/route.ts';
import type { Transfer } from '../edge/transfer.ts';
import { getAuditLog } from './audit/get-audit-log.ts';
import { devFetchApiKey } from './auth/dev-fetch-api-key.ts';
import { fetchApiKey } from './auth/fetch-api-key.ts';
import { addBot, deactivateBot, getBotApiKey, getBots, regenerateBotApiKey, updateBot } from './bots/bots.ts';
import { createChannel } from './channels/create-channel.ts';
import { addDefaultStream, removeDefaultStream } from './channels/default-streams.ts';
import {
  createChannelFolder,
  getChannelFolders,
  patchChannelFolders,
  updateChannelFolder,
} from './channels/folders.ts';
import {
  getStreamById,
  getStreamEmailAddress,
  getStreamId,
  getSubscribers,
  getSubscriptionStatus,
} from './channels/get-channel.ts';
import { getStreamTopics } from './channels/get-stream-topics.ts';
import { getStreams } from './channels/get-streams.ts';
import { getSubscriptions } from './channels/get-subscriptions.ts';
import { subscribe } from './channels/subscribe.ts';
import { updateSubscription, updateSubscriptionSettings } from './channels/subscription-settings.ts';
import { unsubscribe } from './channels/unsubscribe.ts';
import { archiveStream, updateStream } from './channels/update-stream.ts';
import { updateSubscriptions } from './channels/update-subscriptions.ts';
import { muteTopic, updateUserTopic } from './channels/user-topics.ts';
import { deleteQueue } from './events/delete-queue.ts';
import { getEvents } from './events/get-events.ts';
import { registerQueue } from './events/register-queue.ts';
import {
  createUserGroup,
  deactivateUserGroup,
  updateUserGroup,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
} from './groups/change-groups.ts';
import {
  getIsUserGroupMember,
  getUserGroupMembers,
  getUserGroupSubgroups,
  getUserGroups,
} from './groups/get-groups.ts';
import {
  createInviteLink,
  getInvites,
  resendEmailInvite,
  revokeEmailInvite,
  revokeInviteLink,
  sendInvites,
} from './invites/invites.ts';
import { addReaction } from './messages/add-reaction.ts';
import { addSubmessage } from './messages/add-submessage.ts';
import { deleteMessage } from './messages/delete-message.ts';
import { deleteTopic } from './messages/delete-topic.ts';
import { getMessage, getMessageHistory } from './messages/get-message.ts';
import { getMessages } from './messages/get-messages.ts';
import { getReadReceipts } from './messages/get-read-receipts.ts';
import { markAllAsRead, markChannelAsRead, markTopicAsRead } from './messages/mark-as-read.ts';
import { matchNarrow } from './messages/match-narrow.ts';
import { removeReaction } from './messages/remove-reaction.ts';
import { renderMessage } from './messages/render-message.ts';
import { reportMessage } from './messages/report-message.ts';
import { sendMessage } from './messages/send-message.ts';
import { setTypingStatus, setTypingStatusForMessageEdit } from './messages/typing.ts';
import { updateFlags } from './messages/update-flags.ts';
import { updateFlagsInNarrow } from './messages/update-flags-in-narrow.ts';
import { updateMessage } from './messages/update-message.ts';
import { changeIcon } from './organization/change-icon.ts';
import { changeLogo } from './organization/change-logo.ts';
import { changeEmoji } from './organization/emoji.ts';
import { organizationRoutes } from './organization/routes.ts';
import { confirmEmailPages } from './pages/confirm-email.ts';
import { emojiData } from './pages/emoji-data.ts';
import { home } from './pages/home.ts';
import { joinPages } from './pages/join.ts';
import { resetPasswordPages } from './pages/reset-password.ts';
import { createDrafts, deleteDraft, editDraft, getDrafts } from './personal/drafts.ts';
import { createReminder, deleteReminder, getReminders } from './personal/reminders.ts';
import { personalRoutes } from './personal/routes.ts';
import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  getSavedSnippets,
} from './personal/saved-snippets.ts';
import {
  createScheduledMessage,
  deleteScheduledMessage,
  getScheduledMessages,
  updateScheduledMessage,
} from './personal/scheduled-messages.ts';
import { getServerSettings } from './server/get-server-settings.ts';
import { endSession, getSessions, signIn, signOut } from './sessions/sessions.ts';
import { deleteAttachment } from './uploads/delete-attachment.ts';
import { getAttachments } from './uploads/get-attachments.ts';
import { getFile, getImage } from './uploads/get-file.ts';
import { getTemporaryUrl } from './uploads/get-temporary-url.ts';
import { resumableUpload, resumableUploads } from './uploads/resumable-upload.ts';
import { uploadFile } from './uploads/upload-file.ts';
import { avatarOf, ownAvatar } from './users/avatars.ts';
import { createUser } from './users/create-user.ts';
import { deactivateOwnUser, deactivateUser, reactivateUser } from './users/deactivate-user.ts';
import { getOwnUser } from './users/get-own-user.ts';
import { getUser } from './users/get-user.ts';
import { getUsers } from './users/get-users.ts';
import { regenerateApiKey } from './users/regenerate-api-key.ts';
import { updateSettings } from './users/update-settings.ts';
import { updateUser } from './users/update-user.ts';

/** Every endpoint below `/api/v1`. */
export const routes: readonly AnyRoute[] = [
  getServerSettings,
  fetchApiKey,
  devFetchApiKey,
  signIn,
  signOut,
  getSessions,
  endSession,

  getOwnUser,
  getUsers,
  createUser,
  getUser,
  updateUser,
  deactivateUser,
  deactivateOwnUser,
  reactivateUser,
  updateSettings,
  regenerateApiKey,

  getBots,
  addBot,
  updateBot,
  deactivateBot,
  getBotApiKey,
  regenerateBotApiKey,

  getInvites,
  sendInvites,
  createInviteLink,
  revokeEmailInvite,
  revokeInviteLink,
  resendEmailInvite,

  getAuditLog,

  ...organizationRoutes,
  ...personalRoutes,

  getSubscriptions,
  subscribe,
  unsubscribe,
  updateSubscriptions,
  updateSubscriptionSettings,
  updateSubscription,
  muteTopic,
  updateUserTopic,
  getSubscriptionStatus,
  getStreams,
  getStreamId,
  getStreamById,
  getSubscribers,
  getStreamEmailAddress,
  getStreamTopics,
  createChannel,
  updateStream,
  archiveStream,
  addDefaultStream,
  removeDefaultStream,
  createChannelFolder,
  getChannelFolders,
  patchChannelFolders,
  updateChannelFolder,

  getUserGroups,
  createUserGroup,
  updateUserGroup,
  deactivateUserGroup,
  getUserGroupMembers,
  getIsUserGroupMember,
  updateUserGroupMembers,
  getUserGroupSubgroups,
  updateUserGroupSubgroups,

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

  registerQueue,
  getEvents,
  deleteQueue,

  getAttachments,
  deleteAttachment,
  getTemporaryUrl,
];

/** Everything else, from the root of the server. */
export const pages: readonly Page[] = [
  home,
  emojiData,
  ...joinPages,
  ...resetPasswordPages,
  ...confirmEmailPages,
];

/** Files, in and out. */
export const transfers: readonly Transfer[] = [
  uploadFile,
  resumableUploads,
  resumableUpload,
  getFile,
  getImage,
  ownAvatar,
  avatarOf,
  changeEmoji,
  changeIcon,
  changeLogo,
];
