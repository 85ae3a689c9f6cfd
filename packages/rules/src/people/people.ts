import { type Visitor, visitor } from '@parley/core';
import type { User } from '@parley/proto/events/v1/facts';
import type { UserId } from '@parley/proto/ids';
import { isRoleUpTo } from '../groups/roles.ts';
import { emailKey } from './email-addresses.ts';
import { generatedAvatarUrl } from './initials.ts';

/** docs/api/users-and-groups.md#settings: who sees the real address. */
export const EMAIL_VISIBILITY = {
  everyone: 1,
  members: 2,
  administrators: 3,
  nobody: 4,
  moderators: 5,
} as const;

/** The highest role number that may see the address, by value of the setting. Higher numbers are weaker roles. */
const visibleUpTo: Readonly<Record<number, number>> = {
  [EMAIL_VISIBILITY.everyone]: 600,
  [EMAIL_VISIBILITY.members]: 400,
  [EMAIL_VISIBILITY.moderators]: 300,
  [EMAIL_VISIBILITY.administrators]: 200,
  [EMAIL_VISIBILITY.nobody]: 0,
};

/** Returns the highest role number that may see an address; 0 when only the person may. */
export const highestRoleSeeingEmail = (visibility: number): number => visibleUpTo[visibility] ?? 0;

/** Who looks at a person: a user, or any user of a role if `userId` is absent, or a visitor, who has no account. */
export type Viewer = { userId?: UserId; role: number } | Visitor;

/** docs/api/users-and-groups.md#users. Users may see their own, and visitors see none. */
export function canSeeDeliveryEmail(
  subject: Pick<User, 'userId' | 'emailAddressVisibility'>,
  viewer: Viewer,
): boolean {
  if (viewer === visitor) return false;
  if (viewer.userId === subject.userId) return true;
  return isRoleUpTo(viewer.role, highestRoleSeeingEmail(subject.emailAddressVisibility));
}

/**
 * Returns whether a viewer may refer to a person by one of the person's addresses: by the one that the API shows, or by the real
 * one if the viewer may see it. So nobody can find out to whom a hidden address belongs.
 */
export const isAddressOf = (
  subject: Pick<User, 'userId' | 'email' | 'emailAddressVisibility'>,
  address: string,
  viewer: Exclude<Viewer, Visitor>,
): boolean => emailKey(subject.email) === emailKey(address) || canSeeDeliveryEmail(subject, viewer);

/** Returns the address that stands for a person whose real one is not shown: `user{id}@{host}`. */
export const placeholderEmail = (userId: UserId, host: string): string => `user${userId}@${host}`;

/** Returns the ID of the person for whom an address of `placeholderEmail` stands; undefined for any other address. */
export function userIdOfPlaceholder(address: string, host: string): UserId | undefined {
  const id = Number(/^user(\d{1,15})@/i.exec(address)?.[1]);
  return emailKey(address) === emailKey(placeholderEmail(id, host)) ? id : undefined;
}

/**
 * Returns a person as visitors see them: without any of the addresses, even those that all users may see. Every answer to a
 * visitor shows people in this form.
 */
export const seenByVisitors = <P extends Pick<User, 'userId' | 'email' | 'deliveryEmail'>>(
  person: P,
  host: string,
): P => ({ ...person, email: placeholderEmail(person.userId, host), deliveryEmail: '' });

/**
 * Returns the email address of a person that the API shows: the real one for bots and if everyone may see it, otherwise
 * `user{id}@{host}` (docs/api/users-and-groups.md#users).
 */
export function apiEmail(
  person: { userId: UserId; deliveryEmail: string; emailAddressVisibility: number; isBot: boolean },
  host: string,
): string {
  const isOpen = person.isBot || person.emailAddressVisibility === EMAIL_VISIBILITY.everyone;
  return isOpen ? person.deliveryEmail : placeholderEmail(person.userId, host);
}

export type AvatarView = Pick<User, 'userId' | 'fullName' | 'avatarUrl'>;

/** Returns the source of a person's avatar: `U` uploaded, `J` generated. No other server is asked for pictures of people. */
export const avatarSource = ({ avatarUrl: uploaded }: Pick<AvatarView, 'avatarUrl'>): 'U' | 'J' =>
  uploaded === '' ? 'J' : 'U';

export const avatarUrl = ({ avatarUrl: uploaded, userId, fullName }: AvatarView): string =>
  uploaded === '' ? generatedAvatarUrl(userId, fullName) : uploaded;

export const mediumAvatarUrl = (url: string): string => url.replace(/\.png$/, '-medium.png');
