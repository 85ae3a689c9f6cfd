export type { Linkifier, OwnEmoji } from '@parley/settings';
export { createFactCache } from './fact-cache.ts';
export { isOrganizationDeactivated } from './jobs.ts';
export type { Organization } from './organization.ts';
export { retryOnConflict } from './retry-on-conflict.ts';
export { createScope, type Scope } from './scope.ts';
export { type ScopedHandlers, scopedHandlers } from './scoped-handlers.ts';
export type {
  Channel,
  ChannelLookups,
  FactCache,
  FactCacheHandlers,
  FactCacheLimits,
  FactCacheOptions,
  Group,
  GroupSetting,
  Lookup,
  NotificationSettings,
  SubscriptionHistory,
  User,
  UserAdminLookups,
  WritingSettings,
} from './types.ts';
