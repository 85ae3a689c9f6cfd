import type { Body } from '../api-client.ts';
import { find, registered, rendered, succeeds, type Writes, write } from './lane.ts';

export const channelWrites: Writes = {
  'create a channel': write(['subscribe'], async (lane) => {
    const name = `channel ${lane.next()}`;
    await lane.person.subscribe([name]);
    const narrow = [{ operator: 'channel', operand: name }];
    return {
      'list subscriptions': async () =>
        Boolean(
          find(
            (await lane.person.api.get('/users/me/subscriptions')).subscriptions,
            (each) => each.name === name,
          ),
        ),
      'list channels': async () =>
        Boolean(find((await lane.person.api.get('/streams')).streams, (each) => each.name === name)),
      'find its ID': () => succeeds(lane.person.api.get('/get_stream_id', { stream: name })),
      'send to it': () => succeeds(lane.person.send(name, 'Hello')),
      'read its messages': () => succeeds(lane.person.messages(narrow)),
      'link it': async () => (await rendered(lane, `#**${name}**`)).includes('data-stream-id'),
      register: async () =>
        Boolean(find((await registered(lane, 'subscription')).subscriptions, (each) => each.name === name)),
      'send the first message and read the channel': async () => {
        const id = await lane.person.send(name, 'first');
        const { stream_id } = await lane.person.api.get('/get_stream_id', { stream: name });
        return (await lane.person.api.get(`/streams/${stream_id}`)).stream.first_message_id === id;
      },
      'send the first message and list subscriptions': async () => {
        const id = await lane.person.send(name, 'first');
        const { subscriptions } = await lane.person.api.get('/users/me/subscriptions');
        return find(subscriptions, (each) => each.name === name)?.first_message_id === id;
      },
    };
  }),

  'rename a channel': write(['update-stream'], async (lane) => {
    const name = `old ${lane.next()}`;
    const renamed = `new ${lane.next()}`;
    await lane.person.subscribe([name]);
    const { stream_id: id } = await lane.person.api.get('/get_stream_id', { stream: name });
    await lane.person.api.patch(`/streams/${id}`, { new_name: renamed });
    return {
      'read the channel': async () => (await lane.person.api.get(`/streams/${id}`)).stream.name === renamed,
      'send to its new name': () => succeeds(lane.person.send(renamed, 'Hello')),
      'send to its old name': async () => !(await succeeds(lane.person.send(name, 'Hello'))),
      'link its new name': async () =>
        (await rendered(lane, `#**${renamed}**`)).includes(`data-stream-id="${id}"`),
    };
  }),

  'leave a private channel': write(['unsubscribe'], async (lane) => {
    const name = `private ${lane.next()}`;
    const { person } = lane;
    await person.subscribe([name], undefined, { invite_only: true });
    const id = await person.send(name, 'secret');
    await person.unsubscribe([name]);
    return {
      'list subscriptions': async () =>
        !find((await person.api.get('/users/me/subscriptions')).subscriptions, (each) => each.name === name),
      'send to it': async () => !(await succeeds(person.send(name, 'Hello'))),
      'read its message': async () => !(await succeeds(person.api.get(`/messages/${id}`))),
    };
  }),

  'archive a channel': write(['create-channel', 'archive-stream'], async (lane) => {
    const name = `archived ${lane.next()}`;
    const { api, userId } = lane.person;
    const { id } = await api.post('/channels/create', { name, subscribers: [userId] });
    await lane.person.send(name, 'before');
    await api.delete(`/streams/${id}`);
    return {
      'list channels': async () =>
        !find((await api.get('/streams')).streams, (each) => each.stream_id === id),
      'list subscriptions': async () =>
        !find(
          (await api.get('/users/me/subscriptions')).subscriptions,
          (each) => each.stream_id === id && !each.is_archived,
        ),
      'send to it': async () => !(await succeeds(lane.person.send(name, 'Hello'))),
    };
  }),

  'leave a public channel': write(['unsubscribe'], async (lane) => {
    const name = `left ${lane.next()}`;
    const { person } = lane;
    await person.subscribe([name]);
    const { stream_id: id } = await person.api.get('/get_stream_id', { stream: name });
    await person.unsubscribe([name]);
    return {
      'list subscriptions': async () =>
        !find((await person.api.get('/users/me/subscriptions')).subscriptions, (each) => each.name === name),
      'read the own subscription': async () =>
        !(await person.api.get(`/users/${person.userId}/subscriptions/${id}`)).is_subscribed,
      'list the members': async () =>
        !(await person.api.get(`/streams/${id}/members`)).subscribers.includes(person.userId),
      'send to it and read one’s own message': async () => {
        const message = await person.send(name, 'from outside');
        return succeeds(person.api.get(`/messages/${message}`));
      },
    };
  }),

  'restrict who may post': write(['update-stream'], async (lane) => {
    const name = `quiet ${lane.next()}`;
    const { person } = lane;
    await person.subscribe([name]);
    const { stream_id: id } = await person.api.get('/get_stream_id', { stream: name });
    const { user_groups } = await person.api.get('/user_groups');
    const nobody = find(user_groups, (each) => each.name === 'role:nobody')!;
    await person.api.patch(`/streams/${id}`, { can_send_message_group: { new: nobody.id } });
    return {
      'send to it': async () => !(await succeeds(person.send(name, 'Hello'))),
      'read the channel': async () =>
        (await person.api.get(`/streams/${id}`)).stream.can_send_message_group === nobody.id,
    };
  }),

  'put a channel into a folder': write(
    ['create-channel-folder', 'update-channel-folder', 'update-stream'],
    async (lane) => {
      const { api } = lane.person;
      const { channel_folder_id: id } = await api.post('/channel_folders/create', {
        name: `Folder ${lane.next()}`,
      });
      const name = `Renamed ${lane.next()}`;
      await api.patch(`/channel_folders/${id}`, { name });
      await api.patch(`/streams/${lane.channelId}`, { folder_id: id });
      lane.cleanups.push(
        () => api.patch(`/streams/${lane.channelId}`, { folder_id: null }),
        () => api.patch(`/channel_folders/${id}`, { is_archived: true }),
      );
      const isRenamed = (each: Body) => each.id === id && each.name === name;
      return {
        'list folders': async () =>
          Boolean(find((await api.get('/channel_folders')).channel_folders, isRenamed)),
        'read the channel': async () => (await api.get(`/streams/${lane.channelId}`)).stream.folder_id === id,
        register: async () =>
          Boolean(find((await registered(lane, 'channel_folders')).channel_folders, isRenamed)),
      };
    },
  ),

  'change the own subscription': write(
    ['update-subscription', 'update-subscription-settings'],
    async (lane) => {
      const { api } = lane.person;
      const value = lane.next() % 2 === 0;
      await api.post('/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: lane.channelId, property: 'pin_to_top', value }],
      });
      await api.patch(`/users/me/subscriptions/${lane.channelId}`, { property: 'is_muted', value });
      const isChanged = (each: Body) =>
        each.stream_id === lane.channelId && each.pin_to_top === value && each.is_muted === value;
      return {
        'list subscriptions': async () =>
          Boolean(find((await api.get('/users/me/subscriptions')).subscriptions, isChanged)),
        register: async () =>
          Boolean(find((await registered(lane, 'subscription')).subscriptions, isChanged)),
      };
    },
  ),
};
