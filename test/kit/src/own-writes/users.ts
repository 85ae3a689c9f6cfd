import { find, newUser, rendered, sent, succeeds, type Writes, write } from './lane.ts';

export const userWrites: Writes = {
  'create a user': write(['create-user'], async (lane) => {
    const { id, name } = await newUser(lane);
    return {
      'list users': async () =>
        Boolean(find((await lane.person.api.get('/users')).members, (each) => each.user_id === id)),
      'read the user': () => succeeds(lane.person.api.get(`/users/${id}`)),
      'list the members of a default channel': async () =>
        (await lane.person.api.get(`/streams/${lane.defaultChannelId}/members`)).subscribers.includes(id),
      'read the user’s subscription of a default channel': async () =>
        (await lane.person.api.get(`/users/${id}/subscriptions/${lane.defaultChannelId}`)).is_subscribed,
      'write to the user': () =>
        succeeds(lane.person.api.post('/messages', { type: 'direct', to: [id], content: 'Hello' })),
      'mention the user': async () => (await rendered(lane, `@**${name}**`)).includes(`data-user-id="${id}"`),
    };
  }),

  'deactivate a user': write(['deactivate-user'], async (lane) => {
    const { id } = await newUser(lane);
    await lane.person.api.delete(`/users/${id}`);
    return {
      'read the user': async () => !(await lane.person.api.get(`/users/${id}`)).user.is_active,
      'list the members of a default channel': async () =>
        !(await lane.person.api.get(`/streams/${lane.defaultChannelId}/members`)).subscribers.includes(id),
      'write to the user': async () =>
        !(await succeeds(lane.person.api.post('/messages', { type: 'direct', to: [id], content: 'Hello' }))),
    };
  }),

  'add a bot': write(['add-bot'], async (lane) => {
    const name = `bot${lane.next()}`;
    const { user_id: id, api_key: apiKey } = await lane.person.api.post('/bots', {
      full_name: name,
      short_name: name,
    });
    lane.cleanups.push(() => lane.person.api.delete(`/bots/${id}`));
    return {
      'list bots': async () =>
        Boolean(find((await lane.person.api.get('/bots')).bots, (each) => each.user_id === id)),
      'read the bot’s key': async () => (await lane.person.api.get(`/bots/${id}/api_key`)).api_key === apiKey,
      'mention the bot': async () => (await rendered(lane, `@**${name}**`)).includes(`data-user-id="${id}"`),
      'subscribe the bot': () =>
        succeeds(
          lane.person.api.post('/users/me/subscriptions', {
            subscriptions: [{ name: lane.channel }],
            principals: [id],
          }),
        ),
    };
  }),

  'change a role': write(['update-user'], async (lane) => {
    const { id } = await newUser(lane);
    await lane.person.api.patch(`/users/${id}`, { role: 600 });
    return {
      'read the user': async () => (await lane.person.api.get(`/users/${id}`)).user.role === 600,
      'list the members of a role': async () => {
        const { user_groups } = await lane.person.api.get('/user_groups');
        const everyone = find(user_groups, (each) => each.name === 'role:everyone')!;
        const { members } = await lane.person.api.get(`/user_groups/${everyone.id}/members`);
        return members.includes(id);
      },
    };
  }),

  'create a group': write(['create-user-group'], async (lane) => {
    const name = `group${lane.next()}`;
    const { group_id: id } = await lane.person.api.post('/user_groups/create', {
      name,
      description: '',
      members: [lane.person.userId],
    });
    lane.cleanups.push(() => lane.person.api.post(`/user_groups/${id}/deactivate`));
    return {
      'list groups': async () =>
        Boolean(find((await lane.person.api.get('/user_groups')).user_groups, (each) => each.id === id)),
      'mention the group': async () =>
        (await rendered(lane, `@*${name}*`)).includes(`data-user-group-id="${id}"`),
      'mention the group in a message': async () =>
        (await sent(lane, `@*${name}*`)).content.includes(`data-user-group-id="${id}"`),
      'permit the group to post': () =>
        succeeds(
          lane.person.api.patch(`/streams/${lane.channelId}`, {
            can_remove_subscribers_group: { new: id },
          }),
        ),
    };
  }),

  'change the members of a group': write(['update-user-group-members'], async (lane) => {
    const name = `team${lane.next()}`;
    const { userId } = lane.person;
    const { group_id: id } = await lane.person.api.post('/user_groups/create', {
      name,
      description: '',
      members: [],
    });
    await lane.person.api.post(`/user_groups/${id}/members`, { add: [userId] });
    lane.cleanups.push(() => lane.person.api.post(`/user_groups/${id}/deactivate`));
    return {
      'list the members': async () =>
        (await lane.person.api.get(`/user_groups/${id}/members`)).members.includes(userId),
      'ask about a member': async () =>
        (await lane.person.api.get(`/user_groups/${id}/members/${userId}`)).is_user_group_member,
      'be mentioned': async () => {
        const { id: messageId } = await sent(lane, `@*${name}*`);
        return find(await lane.person.messages(), (each) => each.id === messageId)?.flags.includes(
          'mentioned',
        );
      },
    };
  }),

  'reactivate a user': write(['reactivate-user'], async (lane) => {
    const { id } = await newUser(lane);
    const { api } = lane.person;
    await api.delete(`/users/${id}`);
    await api.post(`/users/${id}/reactivate`);
    return {
      'read the user': async () => (await api.get(`/users/${id}`)).user.is_active,
      'write to the user': () =>
        succeeds(api.post('/messages', { type: 'direct', to: [id], content: 'Hello' })),
    };
  }),

  'rename a bot': write(['update-bot', 'deactivate-bot'], async (lane) => {
    const name = `bot${lane.next()}`;
    const { api } = lane.person;
    const { user_id: id } = await api.post('/bots', { full_name: name, short_name: name });
    const full_name = `Renamed bot ${lane.next()}`;
    await api.patch(`/bots/${id}`, { full_name });
    const remove = () => api.delete(`/bots/${id}`);
    lane.cleanups.push(remove);
    return {
      'list bots': async () =>
        Boolean(
          find((await api.get('/bots')).bots, (each) => each.user_id === id && each.full_name === full_name),
        ),
      'mention the bot': async () =>
        (await rendered(lane, `@**${full_name}**`)).includes(`data-user-id="${id}"`),
      'deactivate it and read the user': async () => {
        await remove();
        return !(await api.get(`/users/${id}`)).user.is_active;
      },
    };
  }),

  'rename a group and add a group to it': write(
    ['update-user-group', 'update-user-group-subgroups', 'deactivate-user-group'],
    async (lane) => {
      const { api, userId } = lane.person;
      const create = async (members: number[]): Promise<number> => {
        const name = `nested${lane.next()}`;
        return (await api.post('/user_groups/create', { name, description: '', members })).group_id;
      };
      const [outer, inner] = [await create([]), await create([userId])];
      const deactivate = (id: number) => api.post(`/user_groups/${id}/deactivate`);
      lane.cleanups.push(
        () => deactivate(outer),
        () => deactivate(inner),
      );
      const name = `outer${lane.next()}`;
      await api.patch(`/user_groups/${outer}`, { name });
      await api.post(`/user_groups/${outer}/subgroups`, { add: [inner] });
      const isMentioned = async () =>
        (await rendered(lane, `@*${name}*`)).includes(`data-user-group-id="${outer}"`);
      return {
        'mention the group': isMentioned,
        'be mentioned': async () => {
          const { id } = await sent(lane, `@*${name}*`);
          return find(await lane.person.messages(), (each) => each.id === id)?.flags.includes('mentioned');
        },
        'ask about a member': async () =>
          (await api.get(`/user_groups/${outer}/members/${userId}`)).is_user_group_member,
        'deactivate it and mention it': async () => {
          await deactivate(outer);
          return !(await isMentioned());
        },
      };
    },
  ),
};
