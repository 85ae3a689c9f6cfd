export { credential, credentialMark } from './credential.ts';
export { type JsonSchema, jsonSchemaOf, type SchemaDocument } from './json-schema.ts';
export { type App, appCredentialsSchema, appSchema, type Command, commandSchema } from './objects/app.ts';
export {
  type Attachment,
  attachmentSchema,
  listedAttachmentSchema,
  textStatusSchema,
} from './objects/attachment.ts';
export { type AuditEntry, auditEntrySchema } from './objects/audit-entry.ts';
export {
  type Block,
  type BlockConfirm,
  type BlockControl,
  type BlockOption,
  type BlockOptionGroup,
  type BlockText,
  blockSchema,
  type EphemeralMessage,
  ephemeralMessageSchema,
  loadedOptionsSchema,
  type MessageBlocks,
  type MessageIcon,
  messageBlocksSchema,
  type View,
  viewSchema,
} from './objects/blocks.ts';
export { type Bot, botSchema, ownBotSchema } from './objects/bot.ts';
export { type Channel, channelSchema, topicsPolicySchema } from './objects/channel.ts';
export {
  type ChannelFolder,
  channelFolderSchema,
} from './objects/channel-folder.ts';
export {
  type Draft,
  draftSchema,
  type Reminder,
  reminderSchema,
  type SavedSnippet,
  type ScheduledMessage,
  savedSnippetSchema,
  scheduledMessageSchema,
} from './objects/drafts.ts';
export { type ImportedOrganization, importReportSchema, importSchema } from './objects/imports.ts';
export { type Invitation, invitationSchema } from './objects/invitation.ts';
export { type Message, messageSchema, type Reaction, reactionSchema } from './objects/message.ts';
export { type MessageVersion, messageVersionSchema } from './objects/message-version.ts';
export { type NavigationView, navigationViewSchema } from './objects/navigation-view.ts';
export {
  type AllowedDomain,
  type AuthenticationMethod,
  allowedDomainSchema,
  authenticationMethodSchema,
  type CustomProfileField,
  customProfileFieldSchema,
  type Emoji,
  emojiSchema,
  type Linkifier,
  linkifierSchema,
  type Playground,
  playgroundSchema,
  type RealmExport,
  realmExportSchema,
} from './objects/organization.ts';
export {
  type GroupPermissionSetting,
  type GroupSettingValue,
  groupPermissionSettingSchema,
  groupSettingValueSchema,
} from './objects/permission.ts';
export { type Pin, pinSchema } from './objects/pin.ts';
export { type ClientPresence, clientPresenceSchema } from './objects/presence.ts';
export { type SearchMatch, searchMatchSchema } from './objects/search-match.ts';
export { type Session, sessionSchema } from './objects/session.ts';
export { type Subscription, subscriptionSchema } from './objects/subscription.ts';
export { type Topic, topicSchema } from './objects/topic.ts';
export {
  type OwnUser,
  ownUserSchema,
  profileDataSchema,
  roleSchema,
  type SystemBot,
  systemBotSchema,
  type User,
  type UserStatus,
  userSchema,
  userStatusSchema,
} from './objects/user.ts';
export { type UserGroup, userGroupSchema } from './objects/user-group.ts';
export type { UserSettingsObject } from './objects/user-settings.ts';
export {
  deliverySchema,
  incomingWebhookSchema,
  integrationSchema,
  outgoingWebhookSchema,
} from './objects/webhook.ts';
