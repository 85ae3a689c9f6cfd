/** Who may do what, as settings; declared in `@parley/settings`. */
export {
  type GroupPermission,
  groupPermissions,
  type OrganizationPermission,
  organizationPermissions,
  type PermissionSetting,
  supportedPermissionSettings,
} from '@parley/settings';
