export { confirmed } from './confirmed.ts';
export { createDirectory } from './directory.ts';
export { type MembershipFacts, SYSTEM_GROUP_RULES, type SystemGroupRule } from './groups.ts';
export { channelNameKey, emailKey } from './keys.ts';
export { groupSettingOf, type OrganizationSettings, parseOrganizationSettings } from './organization.ts';
export {
  type AvatarView,
  apiEmail,
  avatarUrl,
  canSeeDeliveryEmail,
  EMAIL_VISIBILITY,
  type Viewer,
} from './people.ts';
export type {
  Channel,
  ChannelLookups,
  Directory,
  DirectoryHandlers,
  DirectoryLimits,
  DirectoryOptions,
  Group,
  GroupSetting,
  LookupOptions,
  SubscriptionHistory,
  User,
  UserAdminLookups,
} from './types.ts';
