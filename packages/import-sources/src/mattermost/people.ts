import type { PersonRecord, SubscriptionRecord } from '@parley/archive';
import { numberOf, objectOf, objectsOf, textOf, type Values } from '../reading/values.ts';
import { reactionName } from './names.ts';

/** Returns the key of a person: their username, whose case does not matter. */
export const usernameOf = (value: unknown): string | undefined => textOf(value)?.trim().toLowerCase();

const rolesOf = (value: unknown): string[] => (textOf(value) ?? '').split(/\s+/);

/** Returns the record of a user's line. */
export function mattermostPerson(key: string, user: Values, where: string): PersonRecord {
  const nickname = textOf(user.nickname);
  const position = textOf(user.position);
  const email = textOf(user.email);
  const language = textOf(user.locale);
  const status = statusOf(objectOf(user.custom_status) ?? {});
  const isTwentyFour = textOf(user.military_time);
  const alertWords = alertWordsOf(user, key);
  const name = nameOf(user, key);
  const profile = {
    ...(position === undefined ? {} : { Position: position }),
    ...nicknameOf(nickname, name),
  };
  return {
    kind: 'person',
    key,
    name,
    role: roleOf(user),
    active: !((numberOf(user.delete_at) ?? 0) > 0),
    where,
    ...(email === undefined ? {} : { email }),
    ...(language === undefined ? {} : { language }),
    ...(status === undefined ? {} : { status }),
    ...(Object.keys(profile).length === 0 ? {} : { profile }),
    ...(isTwentyFour === undefined ? {} : { settings: { twenty_four_hour_time: isTwentyFour === 'true' } }),
    ...(alertWords.length === 0 ? {} : { alertWords }),
  };
}

/** Returns a status of one's own. It may end by itself. */
function statusOf({ text, emoji, expires_at: expires }: Values): PersonRecord['status'] {
  const [shown, name] = [textOf(text), textOf(emoji)];
  if (shown === undefined && name === undefined) return undefined;
  const ends = Date.parse(String(expires));
  return {
    ...(shown === undefined ? {} : { text: shown }),
    ...(name === undefined ? {} : { emoji: reactionName(name) }),
    ...(ends > 0 ? { until: ends / 1_000 } : {}),
  };
}

const nicknameOf = (nickname: string | undefined, name: string): Record<string, string> =>
  nickname === undefined || nickname.trim() === name ? {} : { Nickname: nickname.trim() };

function nameOf(user: Values, key: string): string {
  const full = [textOf(user.first_name), textOf(user.last_name)]
    .filter((part) => part !== undefined)
    .join(' ')
    .trim();
  return full !== '' ? full : (textOf(user.nickname)?.trim() ?? textOf(user.username) ?? key);
}

function roleOf(user: Values): NonNullable<PersonRecord['role']> {
  const roles = rolesOf(user.roles);
  if (roles.includes('system_admin')) return 'administrator';
  if (roles.includes('system_guest')) return 'guest';
  const isTeamAdmin = objectsOf(user.teams).some((team) => rolesOf(team.roles).includes('team_admin'));
  return isTeamAdmin ? 'moderator' : 'member';
}

/** Names by which people are mentioned anyway are no alert words. */
function alertWordsOf(user: Values, key: string): string[] {
  const words = (textOf(objectOf(user.notify_props)?.mention_keys) ?? '')
    .split(',')
    .map((word) => word.trim());
  return [...new Set(words)].filter((word) => word !== '' && word.replace(/^@/, '').toLowerCase() !== key);
}

/** Returns the record of a bot's line. */
export function mattermostBot(
  key: string,
  bot: Values,
  owner: string | undefined,
  where: string,
): PersonRecord {
  return {
    kind: 'person',
    key,
    name: textOf(bot.display_name)?.trim() ?? key,
    role: 'member',
    active: !((numberOf(bot.delete_at) ?? 0) > 0),
    bot: { type: 'generic', ...(owner === undefined ? {} : { owner }) },
    where,
  };
}

/** A subscription, with the line that says it. */
export type ReadSubscription = SubscriptionRecord & { readonly where: string };

/** Returns a person's subscriptions, and how many channels they administer. */
export function subscriptionsOf(
  person: string,
  user: Values,
  where: string,
): { subscriptions: ReadSubscription[]; administered: number } {
  const subscriptions: ReadSubscription[] = [];
  let administered = 0;
  for (const team of objectsOf(user.teams)) {
    const teamName = textOf(team.name)?.toLowerCase();
    for (const channel of objectsOf(team.channels)) {
      const name = textOf(channel.name)?.toLowerCase();
      if (teamName === undefined || name === undefined) continue;
      if (rolesOf(channel.roles).includes('channel_admin')) administered++;
      const notify = objectOf(channel.notify_props);
      subscriptions.push({
        kind: 'subscription',
        channel: `${teamName}/${name}`,
        person,
        where,
        ...(channel.favorite === true ? { pinned: true } : {}),
        ...(notify?.mark_unread === 'mention' ? { muted: true } : {}),
        ...(notify?.desktop === 'all' ? { desktopNotifications: true } : {}),
        ...(notify?.desktop === 'none' ? { desktopNotifications: false } : {}),
        ...(notify?.mobile === 'all' ? { pushNotifications: true } : {}),
        ...(notify?.mobile === 'none' ? { pushNotifications: false } : {}),
      });
    }
  }
  return { subscriptions, administered };
}
