export { requireCaller } from './caller.ts';
export { confirmed } from './confirmed.ts';
export { createDirectory } from './directory.ts';
export { type OrganizationSettings, parseOrganizationSettings } from './organization.ts';
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
  WritingSettings,
} from './types.ts';
