export { requireCaller } from './caller.ts';
export { confirmed } from './confirmed.ts';
export { createDirectory } from './directory.ts';
export type { Linkifier, Organization, OwnEmoji } from './organization.ts';
export { retryOnConflict } from './retry-on-conflict.ts';
export { createScope, type Scope } from './scope.ts';
export { type ScopedHandlers, scopedHandlers } from './scoped-handlers.ts';
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
