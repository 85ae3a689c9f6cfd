import type { Body } from '../api-client.ts';
import {
  find,
  newUser,
  png,
  registered,
  rendered,
  sent,
  succeeds,
  upload,
  type Writes,
  write,
  writeOfOrganization,
} from './lane.ts';

export const organizationWrites: Writes = {
  'add a linkifier': write(['add-linkifier', 'remove-linkifier'], async (lane) => {
    const word = `lf${lane.next()}x`;
    const { id } = await lane.person.api.post('/realm/filters', {
      pattern: `${word}(?P<id>[0-9]+)`,
      url_template: `https://${word}.example/{id}`,
    });
    lane.cleanups.push(() => lane.person.api.delete(`/realm/filters/${id}`));
    const link = `href="https://${word}.example/7"`;
    return {
      'render a text': async () => (await rendered(lane, `${word}7`)).includes(link),
      'send and read a message': async () => (await sent(lane, `${word}7`)).content.includes(link),
      'list linkifiers': async () =>
        Boolean(find((await lane.person.api.get('/realm/linkifiers')).linkifiers, (each) => each.id === id)),
      register: async () =>
        Boolean(
          find((await registered(lane, 'realm_linkifiers')).realm_linkifiers, (each) => each.id === id),
        ),
      'remove it and render a text': async () => {
        await lane.person.api.delete(`/realm/filters/${id}`);
        return !(await rendered(lane, `${word}7`)).includes(link);
      },
    };
  }),

  'add an emoji': write(['change-custom-emoji'], async (lane) => {
    const name = `e${lane.next()}`;
    await upload(lane, `/realm/emoji/${name}`, `${name}.png`, Buffer.from(png, 'base64'));
    lane.cleanups.push(() => lane.person.api.delete(`/realm/emoji/${name}`));
    return {
      'render a text': async () => (await rendered(lane, `:${name}:`)).includes('<img'),
      'send and read a message': async () => (await sent(lane, `:${name}:`)).content.includes('<img'),
      'list emoji': async () =>
        Object.values((await lane.person.api.get('/realm/emoji')).emoji as Record<string, Body>).some(
          (each) => each.name === name,
        ),
      'react with it': async () => {
        const id = await lane.person.send(lane.channel, 'x');
        return succeeds(lane.person.api.post(`/messages/${id}/reactions`, { emoji_name: name }));
      },
      'remove it and render a text': async () => {
        await lane.person.api.delete(`/realm/emoji/${name}`);
        return !(await rendered(lane, `:${name}:`)).includes('<img');
      },
    };
  }),

  'add a default channel': write(['add-default-stream'], async (lane) => {
    const name = `default ${lane.next()}`;
    await lane.person.subscribe([name]);
    const { stream_id: id } = await lane.person.api.get('/get_stream_id', { stream: name });
    await lane.person.api.post('/default_streams', { stream_id: id });
    lane.cleanups.push(() => lane.person.api.delete('/default_streams', { stream_id: id }));
    return {
      register: async () => {
        const { realm_default_streams: ids } = await registered(lane, 'default_streams');
        return (ids as number[]).includes(id);
      },
      'create a user and list the members': async () => {
        const user = await newUser(lane);
        const { subscribers } = await lane.person.api.get(`/streams/${id}/members`);
        return subscribers.includes(user.id);
      },
    };
  }),

  'add a profile field': write(['create-custom-profile-field', 'update-own-profile'], async (lane) => {
    const name = `Field ${lane.next()}`;
    const { id } = await lane.person.api.post('/realm/profile_fields', { name, field_type: 1 });
    lane.cleanups.push(() => lane.person.api.delete(`/realm/profile_fields/${id}`));
    return {
      'list profile fields': async () => {
        const { custom_fields } = await lane.person.api.get('/realm/profile_fields');
        return Boolean(find(custom_fields, (each) => each.id === id));
      },
      'fill it and read the own account': async () => {
        await lane.person.api.patch('/users/me/profile_data', { data: [{ id, value: 'filled' }] });
        const { profile_data } = await lane.person.api.get('/users/me');
        return profile_data[id]?.value === 'filled';
      },
    };
  }),

  'change a setting of the organization': writeOfOrganization(['update-realm'], async (lane) => {
    const language = ['python', 'rust', 'go', 'ruby'][lane.next() % 4]!;
    await lane.person.api.patch('/realm', { default_code_block_language: language });
    const shown = `data-code-language="${language}"`;
    return {
      'render a text': async () => (await rendered(lane, '```\nx\n```')).toLowerCase().includes(shown),
      'send and read a message': async () =>
        (await sent(lane, '```\nx\n```')).content.toLowerCase().includes(shown),
      register: async () => (await registered(lane, 'realm')).realm_default_code_block_language === language,
    };
  }),

  'change a default of new users': writeOfOrganization(
    ['update-realm-user-settings-defaults'],
    async (lane) => {
      const { api } = lane.person;
      const twenty_four_hour_time = lane.next() % 2 === 0;
      await api.patch('/realm/user_settings_defaults', { twenty_four_hour_time });
      return {
        register: async () => {
          const { realm_user_settings_defaults: defaults } = await registered(
            lane,
            'realm_user_settings_defaults',
          );
          return defaults.twenty_four_hour_time === twenty_four_hour_time;
        },
      };
    },
  ),

  'change a linkifier': write(['update-linkifier'], async (lane) => {
    const word = `lc${lane.next()}x`;
    const pattern = `${word}(?P<id>[0-9]+)`;
    const { id } = await lane.person.api.post('/realm/filters', {
      pattern,
      url_template: `https://${word}.example/before/{id}`,
    });
    lane.cleanups.push(() => lane.person.api.delete(`/realm/filters/${id}`));
    await lane.person.api.patch(`/realm/filters/${id}`, {
      pattern,
      url_template: `https://${word}.example/after/{id}`,
    });
    const link = `href="https://${word}.example/after/7"`;
    return {
      'render a text': async () => (await rendered(lane, `${word}7`)).includes(link),
      'send and read a message': async () => (await sent(lane, `${word}7`)).content.includes(link),
    };
  }),

  'add a playground': write(['add-code-playground', 'remove-code-playground'], async (lane) => {
    const name = `Playground ${lane.next()}`;
    const { api } = lane.person;
    const { id } = await api.post('/realm/playgrounds', {
      name,
      pygments_language: 'Rust',
      url_template: `https://play.example/${lane.next()}?code={code}`,
    });
    const remove = () => api.delete(`/realm/playgrounds/${id}`);
    lane.cleanups.push(remove);
    const isRegistered = async () =>
      Boolean(
        find((await registered(lane, 'realm_playgrounds')).realm_playgrounds, (each) => each.id === id),
      );
    return {
      register: isRegistered,
      'remove it and register': async () => {
        await remove();
        return !(await isRegistered());
      },
    };
  }),

  'add a domain': write(['add-realm-domain', 'update-realm-domain', 'remove-realm-domain'], async (lane) => {
    const domain = `d${lane.next()}.example`;
    const { api } = lane.person;
    await api.post('/realm/domains', { domain, allow_subdomains: false });
    const remove = () => api.delete(`/realm/domains/${domain}`);
    lane.cleanups.push(remove);
    const isListed = async (allowsSubdomains: boolean) =>
      Boolean(
        find(
          (await api.get('/realm/domains')).domains,
          (each) => each.domain === domain && each.allow_subdomains === allowsSubdomains,
        ),
      );
    return {
      'list domains': () => isListed(false),
      register: async () =>
        Boolean(
          find((await registered(lane, 'realm_domains')).realm_domains, (each) => each.domain === domain),
        ),
      'change it and list domains': async () => {
        await api.patch(`/realm/domains/${domain}`, { allow_subdomains: true });
        return isListed(true);
      },
      'remove it and list domains': async () => {
        await remove();
        return !(await isListed(false));
      },
    };
  }),

  'change a profile field': write(
    ['update-custom-profile-field', 'remove-custom-profile-field'],
    async (lane) => {
      const { api } = lane.person;
      const { id } = await api.post('/realm/profile_fields', { name: `F ${lane.next()}`, field_type: 1 });
      const name = `Changed ${lane.next()}`;
      await api.patch(`/realm/profile_fields/${id}`, { name });
      const remove = () => api.delete(`/realm/profile_fields/${id}`);
      lane.cleanups.push(remove);
      const found = async () =>
        find((await api.get('/realm/profile_fields')).custom_fields, (each) => each.id === id);
      return {
        'list profile fields': async () => (await found())?.name === name,
        'remove it and list profile fields': async () => {
          await remove();
          return (await found()) === undefined;
        },
      };
    },
  ),
};
