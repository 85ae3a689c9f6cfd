import type { z } from 'zod';

/** The answer of an operation, as its schema describes it. */
export type Answer<Schema extends z.ZodType> = z.infer<Schema>;

export { getAuditLogAnswer } from './audit.ts';
export { devFetchApiKeyAnswer, fetchApiKeyAnswer } from './auth.ts';
export {
  addBotAnswer,
  getBotApiKeyAnswer,
  getBotStorageAnswer,
  getBotsAnswer,
  regenerateBotApiKeyAnswer,
  updateBotAnswer,
} from './bots.ts';
export {
  createChannelAnswer,
  createChannelFolderAnswer,
  getChannelFoldersAnswer,
  getStreamByIdAnswer,
  getStreamEmailAddressAnswer,
  getStreamIdAnswer,
  getStreamsAnswer,
  getStreamTopicsAnswer,
  getSubscribersAnswer,
  getSubscriptionStatusAnswer,
  getSubscriptionsAnswer,
  subscribeAnswer,
  unsubscribeAnswer,
  updateSubscriptionsAnswer,
} from './channels.ts';
export { closeQueuesAnswer, getEventsAnswer, listQueuesAnswer } from './events.ts';
export {
  createUserGroupAnswer,
  getIsUserGroupMemberAnswer,
  getUserGroupMembersAnswer,
  getUserGroupSubgroupsAnswer,
  getUserGroupsAnswer,
} from './groups.ts';
export { createInviteLinkAnswer, getInvitesAnswer } from './invites.ts';
export {
  checkMessagesMatchNarrowAnswer,
  deleteTopicAnswer,
  getMessageAnswer,
  getMessageHistoryAnswer,
  getMessagesAnswer,
  getReadReceiptsAnswer,
  markAllAsReadAnswer,
  renderMessageAnswer,
  sendMessageAnswer,
  updateMessageAnswer,
  updateMessageFlagsAnswer,
  updateMessageFlagsForNarrowAnswer,
} from './messages.ts';
export {
  addCodePlaygroundAnswer,
  addLinkifierAnswer,
  changeRealmIconAnswer,
  createCustomProfileFieldAnswer,
  getCustomEmojiAnswer,
  getCustomProfileFieldsAnswer,
  getLinkifiersAnswer,
  getRealmDomainsAnswer,
  getRealmExportConsentsAnswer,
  getRealmExportsAnswer,
  testWelcomeBotCustomMessageAnswer,
} from './organization.ts';
export {
  addAlertWordsAnswer,
  createDraftsAnswer,
  createMessageReminderAnswer,
  createSavedSnippetAnswer,
  createScheduledMessageAnswer,
  getAlertWordsAnswer,
  getDraftsAnswer,
  getNavigationViewsAnswer,
  getPresenceAnswer,
  getRemindersAnswer,
  getSavedSnippetsAnswer,
  getScheduledMessagesAnswer,
  getUserPresenceAnswer,
  getUserStatusAnswer,
  removeAlertWordsAnswer,
  updatePresenceAnswer,
} from './personal.ts';
export { getServerSettingsAnswer } from './server.ts';
export { getSessionsAnswer, signInAnswer } from './sessions.ts';
export { getAttachmentsAnswer, getFileTemporaryUrlAnswer, uploadFileAnswer } from './uploads.ts';
export {
  changeOwnAvatarAnswer,
  createUserAnswer,
  getOwnUserAnswer,
  getUserAnswer,
  getUsersAnswer,
  regenerateOwnApiKeyAnswer,
} from './users.ts';
