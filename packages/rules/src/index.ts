/** Rules that several services share: roles, permissions, names and limits. They do no I/O. */
export type { ChannelId, GroupId, MessageId, UserId } from '@parley/proto/ids';
export {
  type Credential,
  type CredentialKind,
  credentials,
  handOut,
  handOutIf,
  mayReceive,
  type Receiver,
  requireReceiver,
} from './access/credentials.ts';
export {
  isAreaOpen,
  type KeyArea,
  type KeyScope,
  keyAreas,
  mayHaveContents,
  requireContents,
} from './access/key-scope.ts';
export { channelNameKey } from './channels/channel-names.ts';
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
} from './channels/channel-rights.ts';
export { isEmptyTopic, parseNewTopic, parseTopic, shortenTopic } from './channels/topics.ts';
export { type UserTopics, userTopicKey, userTopicsOf } from './channels/user-topics.ts';
export { administrators, everyone, members, only } from './groups/audiences.ts';
export {
  type GroupSettingValue,
  groupSettingOf,
  type PeopleAndGroups,
  plainGroupSetting,
} from './groups/group-settings.ts';
export {
  holdsRight,
  type MembershipFacts,
  SYSTEM_GROUP_RULES,
  type SystemGroupRule,
  widestRoleOf,
} from './groups/groups.ts';
export { asRole, isRole, isRoleUpTo, type Role, roles } from './groups/roles.ts';
export { limits, thumbnailFormats } from './limits.ts';
export { firstSentId } from './message-ids.ts';
export { emailKey, withUnicodeDomain } from './people/email-addresses.ts';
export { iconSizes, largeIconOf } from './people/images.ts';
export { bestNamed } from './people/name-search.ts';
export { refuseHidden } from './people/names.ts';
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
} from './people/people.ts';
export { quietUntil } from './people/quiet-times.ts';
export {
  desktopApp,
  type Program,
  programOf,
  programText,
  readProgram,
} from './sessions/browser-and-system.ts';
export { foldCase } from './text/fold-case.ts';
export { inertLink, isSafeLinkTemplate, isWebAddress } from './text/links.ts';
export { codePoints, hasVisibleText, hiddenCharacter, shorten, withoutHidden } from './text/text.ts';
