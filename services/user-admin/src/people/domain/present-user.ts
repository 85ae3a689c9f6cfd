/** Converts accounts to the forms of the API (docs/api/users-and-groups.md#users). */
import type { User as ApiUser, Bot, OwnUser, SystemBot } from '@parley/api';
import { jsonBytes } from '@parley/core';
import type { User } from '@parley/proto/events/v1/facts';
import { avatarUrl, canSeeDeliveryEmail, roles, seenByVisitors, type Viewer } from '@parley/rules';
import type { Person } from '../../kernel/domain/person.ts';

export type UserView = {
  viewer: Viewer;
  /** Values of the person's profile fields, if the request asks for them. */
  profileData?: ProfileData | undefined;
};

/** Values of profile fields, by field ID as a string. */
type ProfileData = NonNullable<ApiUser['profile_data']>;

const secondsPerDay = 86_400;
/** Formatted days, by number of days since 1970. They are cached because many people have joined on the same days. */
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
export function isoTime(seconds: number): string {
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
    // The database permits only these numbers.
    role: user.role as ApiUser['role'],
    timezone: user.timezone,
    avatar_version: user.avatarVersion,
  };
}

/** Form of `members` (`GET /users`), `realm_users` (register) and `person` in a `realm_user` `add` event. */
export function presentUser(
  user: User & Pick<Person, 'isDeleted'>,
  { viewer, profileData }: UserView,
): ApiUser {
  return {
    ...commonFields(user),
    delivery_email: canSeeDeliveryEmail(user, viewer) ? user.deliveryEmail : null,
    avatar_url: avatarUrl(user),
    bot_type: user.isBot ? user.botType : null,
    bot_owner_id: user.botOwnerId === 0 ? null : user.botOwnerId,
    is_imported_stub: user.isImportedStub,
    ...(user.isDeleted && { is_deleted: true }),
    ...(profileData && !user.isBot && { profile_data: profileData }),
  };
}

/** Returns a person in the form of the API endpoint `GET /users/me`. */
export function presentOwnUser(user: User, profileData: ProfileData): OwnUser {
  return {
    ...commonFields(user),
    delivery_email: user.deliveryEmail,
    avatar_url: avatarUrl(user),
    is_imported_stub: user.isImportedStub,
    ...(!user.isBot && { profile_data: profileData }),
  };
}

/** Returns a system bot in the form of `cross_realm_bots` in the register response (`POST /register`). */
export function presentSystemBot(user: User): SystemBot {
  return {
    ...commonFields(user),
    delivery_email: user.deliveryEmail,
    avatar_url: avatarUrl(user),
    bot_type: user.botType,
    bot_owner_id: null,
    is_system_bot: true,
  };
}

/** Returns a system bot as visitors see it: in the form of `presentSystemBot`, without its address. */
export const presentSystemBotToVisitors = (bot: User, host: string): SystemBot => ({
  ...presentSystemBot(seenByVisitors(bot, host)),
  delivery_email: null,
});

/** Form of `realm_bots`. It does not contain the API key. */
export function presentBot(user: User): Bot {
  return {
    user_id: user.userId,
    full_name: user.fullName,
    email: user.email,
    bot_type: user.botType,
    is_active: user.isActive,
    avatar_url: avatarUrl(user),
    owner_id: user.botOwnerId === 0 ? null : user.botOwnerId,
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    services: [],
  };
}

export const botJson = (bot: User): Buffer => jsonBytes(presentBot(bot));
