/** Pure rules about people, names and groups, without any I/O: for domain code. */
export { holdsRight, type MembershipFacts, SYSTEM_GROUP_RULES, type SystemGroupRule } from './groups.ts';
export { channelNameKey, emailKey } from './keys.ts';
export { groupSettingOf } from './organization.ts';
export {
  type AvatarView,
  apiEmail,
  avatarUrl,
  canSeeDeliveryEmail,
  EMAIL_VISIBILITY,
  highestRoleSeeingEmail,
  type Viewer,
} from './people.ts';
