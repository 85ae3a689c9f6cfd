import { ApiClient } from '../api-client.ts';
import {
  find,
  type Lane,
  newUser,
  png,
  registered,
  rendered,
  sent,
  upload,
  type Writes,
  write,
} from './lane.ts';

/** Creates a named API key and uses it several times, so that all gateways cache it. */
async function namedKey({
  person,
  url,
  next,
}: Lane): Promise<{ keyId: number; isRefused: () => Promise<boolean> }> {
  const { key_id: keyId, api_key: apiKey } = await person.api.post('/users/me/api_keys', {
    name: `Key ${next()}`,
  });
  const client = new ApiClient(url, { email: person.email, apiKey });
  for (let count = 0; count < 4; count++) await client.get('/users/me');
  return { keyId, isRefused: async () => (await client.raw('GET', '/users/me')).status === 401 };
}

export const personalWrites: Writes = {
  'set alert words': write(['add-alert-words', 'remove-alert-words'], async (lane) => {
    const word = `alert${lane.next()}`;
    await lane.person.api.post('/users/me/alert_words', { alert_words: [word] });
    lane.cleanups.push(() => lane.person.api.delete('/users/me/alert_words', { alert_words: [word] }));
    return {
      'list alert words': async () =>
        (await lane.person.api.get('/users/me/alert_words')).alert_words.includes(word),
      'send and read a message': async () => {
        const id = await lane.person.send(lane.channel, `is ${word} known`);
        const narrow = [{ operator: 'is', operand: 'alerted' }];
        return Boolean(find(await lane.person.messages(narrow), (each) => each.id === id));
      },
      'remove it, send and read a message': async () => {
        await lane.person.api.delete('/users/me/alert_words', { alert_words: [word] });
        const id = await lane.person.send(lane.channel, `is ${word} known`);
        const message = find(await lane.person.messages(), (each) => each.id === id);
        return message?.flags.includes('has_alert_word') === false;
      },
    };
  }),

  'mute a user': write(['mute-user'], async (lane) => {
    const { id } = await newUser(lane);
    await lane.person.api.post(`/users/me/muted_users/${id}`);
    return {
      register: async () =>
        Boolean(find((await registered(lane, 'muted_users')).muted_users, (each) => each.id === id)),
    };
  }),

  'change the own name': write(['update-settings'], async (lane) => {
    const full_name = `Name ${lane.next()}`;
    await lane.person.api.patch('/settings', { full_name });
    return {
      'read the own account': async () => (await lane.person.api.get('/users/me')).full_name === full_name,
      'send and read a message': async () => (await sent(lane, 'by whom')).sender_full_name === full_name,
      'mention oneself': async () =>
        (await rendered(lane, `@**${full_name}**`)).includes(`data-user-id="${lane.person.userId}"`),
    };
  }),

  'set the own status': write(['update-status'], async (lane) => {
    const status_text = `status ${lane.next()}`;
    await lane.person.api.post('/users/me/status', { status_text });
    return {
      'read the status': async () =>
        (await lane.person.api.get(`/users/${lane.person.userId}/status`)).status.status_text === status_text,
      register: async () =>
        (await registered(lane, 'user_status')).user_status[lane.person.userId]?.status_text === status_text,
    };
  }),

  'report presence': write(['update-presence'], async (lane) => {
    const { api, email } = lane.person;
    // Waits for the next full second, because the server stores reports in whole seconds. A timer may be a millisecond early.
    await new Promise((resolve) => setTimeout(resolve, 1_002 - (Date.now() % 1_000)));
    const at = Math.floor(Date.now() / 1_000);
    await api.post('/users/me/presence', { status: 'active', new_user_input: true });
    return {
      'read the own presence': async () =>
        (await api.get(`/users/${email}/presence`)).presence.aggregated.timestamp >= at,
      'list presences': async () =>
        (await api.get('/realm/presence')).presences[email]?.aggregated.timestamp >= at,
      register: async () => (await registered(lane, 'presence')).presences[email]?.aggregated.timestamp >= at,
    };
  }),

  'change a personal setting': write(['update-settings'], async (lane) => {
    const { api } = lane.person;
    const isTranslated = lane.next() % 2 === 0;
    await api.patch('/settings', { translate_emoticons: isTranslated });
    return {
      'render a text': async () => (await rendered(lane, ':)')).includes('emoji') === isTranslated,
      'send and read a message': async () =>
        (await sent(lane, ':)')).content.includes('emoji') === isTranslated,
      register: async () =>
        (await registered(lane, 'user_settings')).user_settings.translate_emoticons === isTranslated,
    };
  }),

  'change the own avatar': write(['change-own-avatar'], async (lane) => {
    const { avatar_url } = await upload(lane, '/users/me/avatar', 'me.png', Buffer.from(png, 'base64'));
    return {
      'read the own account': async () => (await lane.person.api.get('/users/me')).avatar_url === avatar_url,
      'send and read a message': async () => (await sent(lane, 'with a face')).avatar_url === avatar_url,
    };
  }),

  'register a device': write(['register-client-device', 'remove-client-device'], async (lane) => {
    const { api } = lane.person;
    const { device_id } = await api.post('/register_client_device');
    const isListed = async () => String(device_id) in (await registered(lane, 'update_message')).devices;
    return {
      register: isListed,
      'remove it and register': async () => {
        await api.post('/remove_client_device', { device_id });
        return !(await isListed());
      },
    };
  }),

  'remove a profile value': write(['update-own-profile', 'clear-own-profile'], async (lane) => {
    const { api } = lane.person;
    const { id } = await api.post('/realm/profile_fields', { name: `V ${lane.next()}`, field_type: 1 });
    lane.cleanups.push(() => api.delete(`/realm/profile_fields/${id}`));
    await api.patch('/users/me/profile_data', { data: [{ id, value: 'filled' }] });
    await api.delete('/users/me/profile_data', { data: [id] });
    return {
      'read the own account': async () => !(await api.get('/users/me')).profile_data[id],
    };
  }),

  'unmute a user': write(['unmute-user'], async (lane) => {
    const { id } = await newUser(lane);
    await lane.person.api.post(`/users/me/muted_users/${id}`);
    await lane.person.api.delete(`/users/me/muted_users/${id}`);
    return {
      register: async () =>
        !find((await registered(lane, 'muted_users')).muted_users, (each) => each.id === id),
    };
  }),

  'set the status of another user': write(['update-status-for-user'], async (lane) => {
    const { id } = await newUser(lane);
    const status_text = `status ${lane.next()}`;
    await lane.person.api.post(`/users/${id}/status`, { status_text });
    return {
      'read the status': async () =>
        (await lane.person.api.get(`/users/${id}/status`)).status.status_text === status_text,
    };
  }),

  'delete a named key': write(['delete-api-key'], async (lane) => {
    const { keyId, isRefused } = await namedKey(lane);
    await lane.person.api.delete(`/users/me/api_keys/${keyId}`);
    return { 'use the key': isRefused };
  }),

  'rotate a named key': write(['rotate-api-key'], async (lane) => {
    const { keyId, isRefused } = await namedKey(lane);
    const rotated = await lane.person.api.post(`/users/me/api_keys/${keyId}/rotate`, { overlap_seconds: 0 });
    lane.cleanups.push(() => lane.person.api.delete(`/users/me/api_keys/${rotated.key_id}`));
    return { 'use the former key': isRefused };
  }),
};
