import { createHash } from 'node:crypto';
import type { User } from '@parley/proto/events/v1/facts';
import { generatedAvatarUrl } from './initials.ts';
import { emailKey } from './keys.ts';

/** Values of the user setting `email_address_visibility` (docs/api/users-and-groups.md#settings). */
export const EMAIL_VISIBILITY = {
  everyone: 1,
  members: 2,
  administrators: 3,
  nobody: 4,
  moderators: 5,
} as const;

/** Highest role number that may see the address, by value of the setting. */
const visibleUpTo: Readonly<Record<number, number>> = {
  [EMAIL_VISIBILITY.everyone]: 600,
  [EMAIL_VISIBILITY.members]: 400,
  [EMAIL_VISIBILITY.moderators]: 300,
  [EMAIL_VISIBILITY.administrators]: 200,
  [EMAIL_VISIBILITY.nobody]: 0,
};

/** Returns the highest role number that may see an address; 0 when only its owner may. */
export const highestRoleSeeingEmail = (visibility: number): number => visibleUpTo[visibility] ?? 0;

/** The user who views another user. The role of a spectator is 0. */
export type Viewer = { userId: number; role: number };

/**
 * Returns whether a viewer may see the real mail address of a person (docs/api/users-and-groups.md#users). All people
 * may see their own.
 */
export function canSeeDeliveryEmail(
  subject: Pick<User, 'userId' | 'emailAddressVisibility'>,
  viewer: Viewer,
): boolean {
  if (viewer.userId === subject.userId && viewer.userId !== 0) return true;
  return viewer.role > 0 && viewer.role <= highestRoleSeeingEmail(subject.emailAddressVisibility);
}

/**
 * Returns whether a viewer may refer to a person by an address: by the API address, or by the real address when they
 * may see it. So a hidden address does not reveal its owner.
 */
export const isAddressOf = (
  subject: Pick<User, 'userId' | 'email' | 'emailAddressVisibility'>,
  address: string,
  viewer: Viewer,
): boolean => emailKey(subject.email) === emailKey(address) || canSeeDeliveryEmail(subject, viewer);

/**
 * Returns the address of a person in the API: the real one when all people may see it, otherwise `user{id}@{host}`
 * (docs/api/users-and-groups.md#users).
 */
export function apiEmail(
  person: { userId: number; deliveryEmail: string; emailAddressVisibility: number; isBot: boolean },
  host: string,
): string {
  const isOpen = person.isBot || person.emailAddressVisibility === EMAIL_VISIBILITY.everyone;
  return isOpen ? person.deliveryEmail : `user${person.userId}@${host}`;
}

/** The fields of a person on which their avatar depends. */
export type AvatarView = Pick<
  User,
  'userId' | 'fullName' | 'email' | 'avatarUrl' | 'avatarVersion' | 'deliveryEmail'
>;

/**
 * Returns the source of a person's avatar: uploaded (`U`), Gravatar (`G`) or generated (`J`). A Gravatar URL reveals
 * the address from which it is derived, so people with a hidden address have a generated avatar.
 */
export function avatarSource({ avatarUrl: uploaded, email, deliveryEmail }: AvatarView): 'U' | 'G' | 'J' {
  if (uploaded !== '') return 'U';
  return emailKey(email) === emailKey(deliveryEmail) ? 'G' : 'J';
}

/**
 * Returns the avatar URL as the API shows it. Null means that the client computes the Gravatar URL. It is null only
 * when the client supports that and the viewer may see the real address (docs/api/messages.md#the-message-object).
 */
export function avatarUrl(
  person: AvatarView,
  reader: { clientGravatar: false; canSeeEmail: boolean },
): string;
/** Returns null when the client of the reader computes the URL. */
export function avatarUrl(
  person: AvatarView,
  reader: { clientGravatar: boolean; canSeeEmail: boolean },
): string | null;
/** Implements both overloads. */
export function avatarUrl(
  person: AvatarView,
  { clientGravatar, canSeeEmail }: { clientGravatar: boolean; canSeeEmail: boolean },
): string | null {
  const source = avatarSource(person);
  if (source === 'U') return person.avatarUrl;
  if (source === 'J') return generatedAvatarUrl(person.userId, person.fullName);
  if (clientGravatar && canSeeEmail) return null;
  const hash = createHash('md5').update(emailKey(person.deliveryEmail)).digest('hex');
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${person.avatarVersion}`;
}

/**
 * Returns the URL of the avatar with 500 pixels. Only uploaded avatars have one; for other avatars it returns the same
 * URL.
 */
export const mediumAvatarUrl = (url: string | null): string | null =>
  url?.startsWith('/user_avatars/') ? url.replace(/\.png$/, '-medium.png') : url;
