/** Pure rules about people, names, groups and channels, without any I/O: for domain code. */
export { administrators, everyone, members, only } from './audiences.ts';
export {
  type ChannelFacts,
  type ChannelPerson,
  type ChannelRight,
  type ChannelStanding,
  channelRights,
  contentRights,
  type HoldsInOrganization,
  mayDeleteAny,
  mayDeleteOwn,
  mayMoveOut,
  mayMoveWithin,
  mayReadContent,
  mayResolveTopics,
  maySeeMetadata,
  maySend,
  metadataRights,
} from './channel-rights.ts';
export {
  holdsRight,
  type MembershipFacts,
  SYSTEM_GROUP_RULES,
  type SystemGroupRule,
  widestRoleOf,
} from './groups.ts';
export { channelNameKey, emailKey } from './keys.ts';
export { groupSettingOf, plainGroupSetting } from './organization.ts';
export {
  type AvatarView,
  apiEmail,
  avatarSource,
  avatarUrl,
  canSeeDeliveryEmail,
  EMAIL_VISIBILITY,
  highestRoleSeeingEmail,
  isAddressOf,
  mediumAvatarUrl,
  type Viewer,
} from './people.ts';
export { type Role, roles } from './roles.ts';
export { isEmptyTopic, maxTopicLength, parseTopic } from './topics.ts';
export { userTopicKey, userTopicsOf } from './user-topics.ts';
