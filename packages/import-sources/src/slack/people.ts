import type { FileRecord, PersonRecord } from '@parley/archive';
import { numberOf, objectOf, textOf, type Values } from '../reading/values.ts';
import { unicodeEmojiName } from '../text/emoji.ts';

/** Returns the name in Parley of an emoji; custom emoji keep their names. */
const emojiName = (name: string): string => {
  const plain = name.replace(/::skin-tone-\d$/, '');
  return unicodeEmojiName(plain, 'iamcal') ?? plain;
};

/** Slack's own bot, which is in no list. */
export const slackbot = 'USLACKBOT';

/** Returns the icon of a workspace: the largest picture. Undefined for the icon that Slack draws. */
export function workspaceIcon(icon: Values, where: string): FileRecord | undefined {
  if (icon.image_default === true) return undefined;
  const sizes = [
    'image_original',
    'image_230',
    'image_132',
    'image_102',
    'image_88',
    'image_68',
    'image_44',
    'image_34',
  ];
  const url = sizes.map((size) => textOf(icon[size])).find((each) => each?.startsWith('https:'));
  if (url === undefined) return undefined;
  return { kind: 'file', key: 'organization-icon', name: 'icon.png', use: 'organization', url, where };
}

/** Returns the record of a user, and the one of their picture. */
export function slackPerson(id: string, user: Values, where: string): (PersonRecord | FileRecord)[] {
  const profile = objectOf(user.profile) ?? {};
  const isBot = user.is_bot === true || id === slackbot;
  const email = textOf(profile.email) ?? textOf(user.email);
  const timezone = textOf(user.tz);
  const language = textOf(user.locale);
  const statusText = textOf(profile.status_text);
  const statusEmoji = textOf(profile.status_emoji)?.replace(/^:|:$/g, '');
  const ends = numberOf(profile.status_expiration) ?? 0;
  const status = {
    ...(statusText === undefined ? {} : { text: statusText }),
    ...(statusEmoji === undefined || statusEmoji === '' ? {} : { emoji: emojiName(statusEmoji) }),
  };
  const picture = textOf(profile.image_original);
  const fields = Object.entries({
    Title: profile.title,
    Phone: profile.phone,
    Pronouns: profile.pronouns,
  }).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  const avatar = `avatar-${id}`;
  const hasPicture = picture !== undefined && /^https:/.test(picture) && !isBot;
  const person: PersonRecord = {
    kind: 'person',
    key: id,
    name: personName(user, id),
    role: roleOf(user),
    active: user.deleted !== true,
    where,
    ...(isBot ? { bot: { type: 'generic' as const } } : {}),
    ...(email === undefined || isBot ? {} : { email }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(language === undefined ? {} : { language: language.replace('_', '-') }),
    ...(Object.keys(status).length === 0
      ? {}
      : { status: { ...status, ...(ends > 0 ? { until: ends } : {}) } }),
    ...(fields.length === 0 ? {} : { profile: Object.fromEntries(fields) }),
    ...(hasPicture ? { avatar } : {}),
  };
  if (!hasPicture) return [person];
  return [person, { kind: 'file', key: avatar, name: 'avatar', use: 'avatar', url: picture, where }];
}

/** Returns the name that people know somebody by. */
export function personName(user: Values, id: string): string {
  const profile = objectOf(user.profile) ?? {};
  const names = [
    profile.real_name,
    user.real_name,
    profile.display_name,
    user.display_name,
    user.name,
    profile.name,
  ];
  return (
    names
      .map(textOf)
      .find((name) => name !== undefined)
      ?.trim() ?? (id === slackbot ? 'Slackbot' : id)
  );
}

function roleOf(user: Values): NonNullable<PersonRecord['role']> {
  if (user.is_restricted === true || user.is_ultra_restricted === true) return 'guest';
  if (user.is_primary_owner === true || user.is_owner === true) return 'owner';
  return user.is_admin === true ? 'administrator' : 'member';
}
