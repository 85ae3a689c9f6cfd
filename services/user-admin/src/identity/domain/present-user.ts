/** Accounts as the API shows them (docs/api/users-and-groups.md#users). */
import type { User as ApiUser, Bot, OwnUser, SystemBot } from '@parley/api';
import { jsonBytes } from '@parley/core';
import type { User } from '@parley/proto/events/v1/facts';
import { avatarUrl, canSeeDeliveryEmail, roles, type Viewer } from '@parley/rules';

export type UserView = {
  viewer: Viewer;
  clientGravatar: boolean;
  /** Values of the person's profile fields, when the request asks for them. */
  profileData?: ProfileData | undefined;
};

/** Values by field ID as text. */
type ProfileData = NonNullable<ApiUser['profile_data']>;

const secondsPerDay = 86_400;
/** Formatted days, by number of days since 1970: a list of everybody has many times, but few days. */
const days = new Map<number, string>();
const maxDays = 10_000;

function dayText(day: number): string {
  const existing = days.get(day);
  if (existing !== undefined) return existing;
  const text = new Date(day * secondsPerDay * 1000).toISOString().slice(0, 'YYYY-MM-DDT'.length);
  if (days.size >= maxDays) days.clear();
  days.set(day, text);
  return text;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Returns a Unix time in seconds as ISO 8601, four times as fast as `Date.toISOString`. */
function isoTime(seconds: number): string {
  const day = Math.floor(seconds / secondsPerDay);
  const minutes = Math.floor((seconds - day * secondsPerDay) / 60);
  const [hour, minute, second] = [
    Math.floor(minutes / 60),
    minutes % 60,
    seconds - day * secondsPerDay - minutes * 60,
  ];
  return `${dayText(day)}${twoDigits[hour]}:${twoDigits[minute]}:${twoDigits[second]}+00:00`;
}

function commonFields(user: User) {
  return {
    user_id: user.userId,
    email: user.email,
    full_name: user.fullName,
    date_joined: isoTime(user.joinedAt),
    is_active: user.isActive,
    is_owner: user.role === roles.owner,
    is_admin: user.role <= roles.administrator,
    is_guest: user.role === roles.guest,
    is_bot: user.isBot,
    // The database column allows no other numbers.
    role: user.role as ApiUser['role'],
    timezone: user.timezone,
    avatar_version: user.avatarVersion,
  };
}

/** Returns the URL of the avatar. It is always a full URL here: no client computes it. */
const ownAvatarUrl = (user: User): string =>
  avatarUrl(user, { clientGravatar: false, canSeeEmail: true }) ?? '';

/** Returns one of `members`, one of `realm_users`, or the `person` of a `realm_user` `add` event. */
export function presentUser(user: User, { viewer, clientGravatar, profileData }: UserView): ApiUser {
  const canSeeEmail = canSeeDeliveryEmail(user, viewer);
  return {
    ...commonFields(user),
    delivery_email: canSeeEmail ? user.deliveryEmail : null,
    avatar_url: avatarUrl(user, { clientGravatar, canSeeEmail }),
    bot_type: user.isBot ? user.botType : null,
    bot_owner_id: user.botOwnerId === 0 ? null : user.botOwnerId,
    is_imported_stub: user.isImportedStub,
    ...(profileData && !user.isBot && { profile_data: profileData }),
  };
}

/** Returns a user for GET /users/me. */
export function presentOwnUser(user: User, profileData: ProfileData): OwnUser {
  return {
    ...commonFields(user),
    delivery_email: user.deliveryEmail,
    avatar_url: ownAvatarUrl(user),
    is_imported_stub: user.isImportedStub,
    ...(!user.isBot && { profile_data: profileData }),
  };
}

/** Returns one of `cross_realm_bots` of the register response. */
export function presentSystemBot(user: User): SystemBot {
  return {
    ...commonFields(user),
    delivery_email: user.deliveryEmail,
    avatar_url: ownAvatarUrl(user),
    bot_type: user.botType,
    bot_owner_id: null,
    is_system_bot: true,
  };
}

/**
 * Returns one of `realm_bots` of the register response. It never holds a key: only the operations for keys return them.
 */
export function presentBot(user: User): Bot {
  return {
    user_id: user.userId,
    full_name: user.fullName,
    email: user.email,
    bot_type: user.botType,
    is_active: user.isActive,
    avatar_url: ownAvatarUrl(user),
    owner_id: user.botOwnerId === 0 ? null : user.botOwnerId,
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    services: [],
  };
}

/** Returns one of `realm_bots` as JSON text. */
export const botJson = (bot: User): Buffer => jsonBytes(presentBot(bot));
