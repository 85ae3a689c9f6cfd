/**
 * Creates data for screenshots in addition to the demo organization: long names, folders, an archived channel, a huge
 * organization.
 */
import type { Page } from 'playwright-core';

const password = 'parley-demo';

/** Returns a function that calls the API as a person of the demo organization. */
export async function clientOf(url: string, name: string) {
  const email = `${name}@demo.example`;
  const answer = await fetch(`${url}/api/v1/fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  });
  const { api_key: key } = (await answer.json()) as { api_key: string };
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  return async (
    method: string,
    path: string,
    fields: Record<string, unknown> = {},
  ): Promise<Record<string, unknown>> => {
    const body = new URLSearchParams(
      Object.entries(fields).map(([field, value]) => [
        field,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    );
    const response = await fetch(`${url}/api/v1${path}${method === 'GET' ? `?${body}` : ''}`, {
      method,
      headers: { authorization },
      ...(method !== 'GET' && { body }),
    });
    const result = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(result)}`);
    return result;
  };
}

export const longChannel = `a-channel-${'with-a-name-as-long-as-allowed-'.repeat(2)}`.slice(0, 60);
export const longTopic = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau';
export const archivedChannel = 'old plans';
export const rightToLeftTopic = 'שיחה בעברית';

/** Adds the data that some screenshots need to the demo organization. */
export async function prepareScreens(url: string): Promise<void> {
  const owner = await clientOf(url, 'owner');
  const mei = await clientOf(url, 'member3');
  const { members } = (await owner('GET', '/users')) as { members: { user_id: number; email: string }[] };
  const principals = members.map(({ user_id: id }) => id);
  const idOf = async (stream: string) =>
    (await owner('GET', '/get_stream_id', { stream })).stream_id as number;
  const subscribe = (name: string) =>
    owner('POST', '/users/me/subscriptions', { subscriptions: [{ name, description: name }], principals });
  const send = (client: typeof owner, to: string, topic: string, content: string) =>
    client('POST', '/messages', { type: 'channel', to, topic, content });
  await subscribe(longChannel);
  await send(mei, longChannel, longTopic, `Word${'without'.repeat(40)}spaces, and then a usual sentence.`);
  await send(
    mei,
    longChannel,
    longTopic,
    `| ${'a wide table | '.repeat(9)}\n|${'---|'.repeat(9)}\n| ${'cell | '.repeat(9)}`,
  );
  await subscribe(archivedChannel);
  await send(mei, archivedChannel, 'last words', 'This channel is going to be archived.');
  await owner('DELETE', `/streams/${await idOf(archivedChannel)}`);
  await send(mei, 'general', rightToLeftTopic, 'שלום לכולם, מה שלומכם היום?');
  await send(owner, 'general', rightToLeftTopic, 'And a line from left to right, with `code`.');
  const { channel_folder_id: folder } = await owner('POST', '/channel_folders/create', {
    name: 'Projects',
    description: '',
  });
  for (const name of ['design', 'engineering']) {
    await owner('PATCH', `/streams/${await idOf(name)}`, { folder_id: folder });
  }
  const marie = await clientOf(url, 'member1');
  await marie('POST', '/users/me/subscriptions/properties', {
    subscription_data: [
      { stream_id: await idOf('announcements'), property: 'pin_to_top', value: true },
      { stream_id: await idOf(longChannel), property: 'is_muted', value: true },
    ],
  });
  await marie('POST', '/scheduled_messages', {
    type: 'channel',
    to: await idOf('general'),
    topic: 'lunch',
    content: 'Tomorrow the *other* place?',
    scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 86_400,
  });
  await marie('POST', '/drafts', {
    drafts: [
      {
        type: 'stream',
        to: [await idOf('design')],
        topic: 'colours',
        content: 'The background should be a little warmer, because',
        timestamp: Math.floor(Date.now() / 1000),
      },
    ],
  });
  await mei('POST', '/users/me/status', {
    status_text: 'In a meeting',
    emoji_name: 'calendar',
    emoji_code: '1f4c5',
    reaction_type: 'unicode_emoji',
  });
}

export type Registration = {
  unread_msgs: { streams: { stream_id: number; topic: string; unread_message_ids: number[] }[] };
  subscriptions: Record<string, unknown>[];
  realm_users: Record<string, unknown>[];
  [field: string]: unknown;
};

const hugeChannels = 1_000;
const hugePeople = 10_000;
const hugeUnread = 10_000;

/**
 * Makes the organization look huge to a page: adds channels, people and messages to the registration's answer. `more` may
 * change it further.
 */
export async function showHugeOrganization(
  page: Page,
  more: (registration: Registration) => void = () => undefined,
): Promise<void> {
  await page.route('**/api/v1/register', async (route) => {
    const response = await route.fetch();
    const registration = (await response.json()) as Registration;
    const [subscription] = registration.subscriptions;
    const [person] = registration.realm_users;
    for (let at = 1; at <= hugeChannels; at++) {
      registration.subscriptions.push({ ...subscription, stream_id: 100_000 + at, name: `project ${at}` });
    }
    for (let at = 1; at <= hugePeople; at++) {
      registration.realm_users.push({
        ...person,
        user_id: 100_000 + at,
        full_name: `Person ${at}`,
        email: `person${at}@demo.example`,
        is_bot: false,
      });
    }
    const perTopic = 50;
    for (let at = 0; at < hugeUnread / perTopic; at++) {
      registration.unread_msgs.streams.push({
        stream_id: 100_001 + (at % 40),
        topic: `question ${at}`,
        unread_message_ids: Array.from({ length: perTopic }, (_, index) => 1_000_000 + at * perTopic + index),
      });
    }
    more(registration);
    await route.fulfill({ response, json: registration });
  });
}
