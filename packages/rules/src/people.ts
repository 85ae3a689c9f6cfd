import { createHash } from 'node:crypto';
import type { User } from '@parley/proto/events/v1/facts';
import { generatedAvatarUrl } from './initials.ts';
import { emailKey } from './keys.ts';

/** Values of the user setting `email_address_visibility` (contract, PATCH /settings). */
export const EMAIL_VISIBILITY = {
  everyone: 1,
  members: 2,
  administrators: 3,
  nobody: 4,
  moderators: 5,
} as const;

/** Highest role number that sees the address. */
const visibleUpTo: Readonly<Record<number, number>> = {
  [EMAIL_VISIBILITY.everyone]: 600,
  [EMAIL_VISIBILITY.members]: 400,
  [EMAIL_VISIBILITY.moderators]: 300,
  [EMAIL_VISIBILITY.administrators]: 200,
  [EMAIL_VISIBILITY.nobody]: 0,
};

/** Highest role number that sees an address of the visibility; 0 when only the person does. */
export const highestRoleSeeingEmail = (visibility: number): number => visibleUpTo[visibility] ?? 0;

/** Who looks; role 0 for a spectator. */
export type Viewer = { userId: number; role: number };

/** Whether somebody may see a person's real address (specification, "User"). Everyone sees their own. */
export function canSeeDeliveryEmail(
  subject: Pick<User, 'userId' | 'emailAddressVisibility'>,
  viewer: Viewer,
): boolean {
  if (viewer.userId === subject.userId && viewer.userId !== 0) return true;
  return viewer.role > 0 && viewer.role <= highestRoleSeeingEmail(subject.emailAddressVisibility);
}

/**
 * Whether an address that a viewer gives is this person's: the API's, or the real one where they may see it. A hidden
 * address must not tell whose it is.
 */
export const isAddressOf = (
  subject: Pick<User, 'userId' | 'email' | 'emailAddressVisibility'>,
  address: string,
  viewer: Viewer,
): boolean => emailKey(subject.email) === emailKey(address) || canSeeDeliveryEmail(subject, viewer);

/**
 * Address that the API shows to everyone: the real one when all may see it, otherwise `user{id}@{host}`
 * (specification, 6).
 */
export function apiEmail(
  person: { userId: number; deliveryEmail: string; emailAddressVisibility: number; isBot: boolean },
  host: string,
): string {
  const isOpen = person.isBot || person.emailAddressVisibility === EMAIL_VISIBILITY.everyone;
  return isOpen ? person.deliveryEmail : `user${person.userId}@${host}`;
}

/** Of a person's avatar: what is stored, what Gravatar goes by, and what is drawn. */
export type AvatarView = Pick<
  User,
  'userId' | 'fullName' | 'email' | 'avatarUrl' | 'avatarVersion' | 'deliveryEmail'
>;

/**
 * Where a person's avatar comes from (specification, "Events"): uploaded, Gravatar, or generated. Gravatar's URL is made from
 * the address, which can be found out from it: who hides theirs has a generated one.
 */
export function avatarSource({ avatarUrl: uploaded, email, deliveryEmail }: AvatarView): 'U' | 'G' | 'J' {
  if (uploaded !== '') return 'U';
  return emailKey(email) === emailKey(deliveryEmail) ? 'G' : 'J';
}

/**
 * Avatar URL as the API shows it. Null, so that the client computes the Gravatar URL itself, only when it asked
 * for that and the viewer may see the real address (specification, "Message").
 */
export function avatarUrl(
  person: AvatarView,
  reader: { clientGravatar: false; canSeeEmail: boolean },
): string;
/** Returns null when the reader's client builds the URL itself. */
export function avatarUrl(
  person: AvatarView,
  reader: { clientGravatar: boolean; canSeeEmail: boolean },
): string | null;
/** Implements both. */
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

/** The same picture in 500 pixels, where there is one: uploaded avatars have it beside them. */
export const mediumAvatarUrl = (url: string | null): string | null =>
  url?.startsWith('/user_avatars/') ? url.replace(/\.png$/, '-medium.png') : url;
