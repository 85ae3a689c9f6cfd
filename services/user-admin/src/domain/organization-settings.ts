/** Settings of the organization; declared in `@parley/settings`. */
export {
  type ChangedBy,
  changeableOrganizationSettings,
  checkOrganizationName,
  effectiveOrganizationSettings,
  type GroupSettingValue,
  groupSettingValue,
  type OrganizationSettingName,
  type OrganizationSettings,
  organizationSetting,
  organizationSettingNames,
  type SystemGroupIds,
  systemGroupIds,
} from '@parley/settings';
