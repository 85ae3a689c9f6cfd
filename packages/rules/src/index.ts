/** Rules that several services share: roles, permissions, names and limits. They do no I/O. */
export type { ChannelId, GroupId, MessageId, UserId } from '@parley/proto/ids';
export { administrators, everyone, members, only } from './audiences.ts';
export { channelNameKey } from './channel-names.ts';
export {
  type ChannelFacts,
  type ChannelPerson,
  type ChannelReader,
  type ChannelRight,
  type ChannelStanding,
  channelRights,
  contentRights,
  type HoldsInOrganization,
  isOpenToVisitors,
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
  type Credential,
  type CredentialKind,
  credentials,
  handOut,
  handOutIf,
  mayReceive,
  type Receiver,
  requireReceiver,
} from './credentials.ts';
export { foldCase } from './fold-case.ts';
export {
  type GroupSettingValue,
  groupSettingOf,
  type PeopleAndGroups,
  plainGroupSetting,
} from './group-settings.ts';
export {
  holdsRight,
  type MembershipFacts,
  SYSTEM_GROUP_RULES,
  type SystemGroupRule,
  widestRoleOf,
} from './groups.ts';
export { iconSizes, largeIconOf } from './images.ts';
export {
  isAreaOpen,
  type KeyArea,
  type KeyScope,
  keyAreas,
  mayHaveContents,
  requireContents,
} from './key-scope.ts';
export { emailKey, withUnicodeDomain } from './keys.ts';
export { limits, thumbnailFormats } from './limits.ts';
export { inertLink, isSafeLinkTemplate, isWebAddress } from './links.ts';
export { firstSentId } from './message-ids.ts';
export { bestNamed } from './name-search.ts';
export { refuseHidden } from './names.ts';
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
  placeholderEmail,
  seenByVisitors,
  userIdOfPlaceholder,
  type Viewer,
} from './people.ts';
export { desktopApp, type Program, programOf, programText, readProgram } from './program.ts';
export { quietUntil } from './quiet-times.ts';
export { asRole, isRole, isRoleUpTo, type Role, roles } from './roles.ts';
export { codePoints, hasVisibleText, hiddenCharacter, shorten, withoutHidden } from './text.ts';
export { isEmptyTopic, parseNewTopic, parseTopic, shortenTopic } from './topics.ts';
export { type UserTopics, userTopicKey, userTopicsOf } from './user-topics.ts';
