import type { PersonRecord } from '@parley/archive';
import { millisecondsOf, objectOf, objectsOf, textOf, textsOf, type Values } from '../reading/values.ts';

/** Returns the record of a user. Visitors of a website chat are none. */
export function rocketChatPerson(id: string, user: Values, where: string): PersonRecord {
  const username = textOf(user.username) ?? id;
  const isBot = user.type === 'bot' || user.type === 'app' || textsOf(user.roles).includes('bot');
  const email = objectsOf(user.emails)
    .map(({ address }) => textOf(address))
    .find((address) => address !== undefined);
  const joined = millisecondsOf(user.createdAt);
  const language = textOf(user.language);
  const status = textOf(user.statusText);
  const bio = textOf(user.bio);
  const nickname = textOf(user.nickname);
  const profile = {
    ...(bio === undefined ? {} : { Bio: bio }),
    ...(nickname === undefined ? {} : { Nickname: nickname }),
    ...customFields(user.customFields),
  };
  const words = textsOf(objectOf(objectOf(user.settings)?.preferences)?.highlights);
  return {
    kind: 'person',
    key: id,
    name: textOf(user.name)?.trim() ?? username,
    role: roleOf(user),
    active: user.active !== false,
    where,
    ...(isBot ? { bot: { type: 'generic' as const } } : {}),
    ...(email === undefined || isBot ? {} : { email }),
    ...(joined === undefined ? {} : { joined }),
    ...(language === undefined ? {} : { language }),
    ...(status === undefined ? {} : { status: { text: status } }),
    ...(Object.keys(profile).length === 0 ? {} : { profile }),
    ...(words.length === 0 ? {} : { alertWords: words }),
  };
}

function roleOf(user: Values): NonNullable<PersonRecord['role']> {
  const roles = textsOf(user.roles);
  if (roles.includes('admin')) return 'administrator';
  return roles.includes('guest') && !roles.includes('user') ? 'guest' : 'member';
}

const customFields = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(objectOf(value) ?? {}).flatMap(([name, field]) => {
      const text = textOf(field);
      return text === undefined ? [] : [[name, text]];
    }),
  );
