/** All settings. Each is declared once, for both the service that stores it and the gateway, which checks requests. */
export { organizationSettingDescriptions, userSettingDescriptions } from './descriptions.ts';
export {
  areGuestsLimited,
  type ChangedBy,
  changeableOrganizationSettings,
  checkOrganizationName,
  describeOrganizationSetting,
  effectiveOrganizationSettings,
  groupSettingValue,
  type OrganizationSettingName,
  type OrganizationSettings,
  organizationSetting,
  plainSettingSchemas,
  type SystemGroupIds,
  systemGroupIds,
} from './organization.ts';
export {
  fromOrganizationFacts,
  type Linkifier,
  type OwnEmoji,
  type SentFacts,
  type SharedOrganization,
  toOrganizationFacts,
} from './organization-facts.ts';
export {
  canonicalPermission,
  checkPermission,
  expectValue,
  type KnownGroup,
  sortedPermission,
} from './permission-values.ts';
export {
  type ChannelPermission,
  channelPermissionNames,
  channelPermissions,
  type GroupPermission,
  groupPermissionNames,
  groupPermissions,
  isOpenToRole,
  type OrganizationPermission,
  organizationPermissions,
  type PermissionSetting,
  supportedPermissionSettings,
} from './permissions.ts';
export {
  changeableUserSettingDefaults,
  effectiveUserSettings,
  presentValue,
  type UserSettings,
  userSettingChoices,
  userSettingDefaultNames,
  userSettingDefaultSchemas,
  userSettingNames,
  userSettingSchema,
  userSettingSchemas,
  userSettingUpdateSchema,
} from './personal.ts';
export { givenSettings, toSettingValues } from './setting-values.ts';
