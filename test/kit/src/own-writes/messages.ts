import type { Body } from '../api-client.ts';
import { attachmentOf, find, registered, succeeds, upload, type Writes, write } from './lane.ts';

export const messageWrites: Writes = {
  'send a link to a file': write(['send-message'], async (lane) => {
    const { uri } = await upload(lane, '/user_uploads', `a${lane.next()}.txt`, Buffer.from('text'));
    const id = await lane.person.send(lane.channel, `[file](${uri})`);
    return {
      'list attachments': async () =>
        Boolean(find((await attachmentOf(lane, uri))?.messages ?? [], (each) => each.id === id)),
      'read messages': async () => Boolean(find(await lane.person.messages(), (each) => each.id === id)),
      'read the message': () => succeeds(lane.person.api.get(`/messages/${id}`)),
    };
  }),

  'remove a link to a file by an edit': write(['update-message'], async (lane) => {
    const { uri } = await upload(lane, '/user_uploads', `b${lane.next()}.txt`, Buffer.from('text'));
    const id = await lane.person.send(lane.channel, `[file](${uri})`);
    await lane.person.api.patch(`/messages/${id}`, { content: 'nothing' });
    return {
      'list attachments': async () => (await attachmentOf(lane, uri))?.messages.length === 0,
      'read the message': async () =>
        (await lane.person.api.get(`/messages/${id}`, { apply_markdown: false })).message.content ===
        'nothing',
    };
  }),

  'star, react to and edit a message': write(
    ['add-reaction', 'update-message-flags', 'update-message'],
    async (lane) => {
      const id = await lane.person.send(lane.channel, 'before');
      await lane.person.api.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
      await lane.person.api.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
      await lane.person.api.patch(`/messages/${id}`, { content: 'after' });
      return {
        'read starred messages': async () => {
          const starred = await lane.person.messages([{ operator: 'is', operand: 'starred' }]);
          return find(starred, (each) => each.id === id)?.content === 'after';
        },
        'read reactions': async () =>
          Boolean(
            find(await lane.person.messages(), (each) => each.id === id)?.reactions.some(
              (each: Body) => each.emoji_name === 'tada',
            ),
          ),
        'search for the new text': async () =>
          Boolean(
            find(
              await lane.person.messages([
                { operator: 'search', operand: 'after' },
                { operator: 'id', operand: id },
              ]),
              (each) => each.id === id,
            ),
          ),
      };
    },
  ),

  'move a topic': write(['update-message'], async (lane) => {
    const topic = `from ${lane.next()}`;
    const moved = `to ${lane.next()}`;
    const id = await lane.person.send(lane.channel, 'moving', topic);
    await lane.person.api.post('/user_topics', { stream_id: lane.channelId, topic, visibility_policy: 3 });
    await lane.person.api.patch(`/messages/${id}`, { topic: moved, propagate_mode: 'change_all' });
    return {
      'list topics': async () =>
        Boolean(
          find(
            (await lane.person.api.get(`/users/me/${lane.channelId}/topics`)).topics,
            (each) => each.name === moved,
          ),
        ),
      'read the message': async () =>
        (await lane.person.api.get(`/messages/${id}`)).message.subject === moved,
      'register, where it is followed': async () =>
        Boolean(
          find((await registered(lane, 'user_topic')).user_topics, (each) => each.topic_name === moved),
        ),
    };
  }),

  'follow a topic': write(['update-user-topic'], async (lane) => {
    const topic = `topic ${lane.next()}`;
    const id = await lane.person.send(lane.channel, 'in a topic', topic);
    await lane.person.api.post('/user_topics', {
      stream_id: lane.channelId,
      topic,
      visibility_policy: 3,
    });
    const narrow = [
      { operator: 'is', operand: 'followed' },
      { operator: 'topic', operand: topic },
    ];
    return {
      'read followed topics': async () =>
        Boolean(find(await lane.person.messages(narrow), (each) => each.id === id)),
      register: async () =>
        Boolean(
          find((await registered(lane, 'user_topic')).user_topics, (each) => each.topic_name === topic),
        ),
    };
  }),

  'save a draft and a snippet': write(['create-drafts', 'create-saved-snippet'], async (lane) => {
    const content = `draft ${lane.next()}`;
    const draft = { type: 'stream', to: [lane.channelId], topic: 't', content, timestamp: 1_700_000_000 };
    const { ids } = await lane.person.api.post('/drafts', { drafts: [draft] });
    const { saved_snippet_id } = await lane.person.api.post('/saved_snippets', { title: content, content });
    lane.cleanups.push(
      () => lane.person.api.delete(`/drafts/${ids[0]}`),
      () => lane.person.api.delete(`/saved_snippets/${saved_snippet_id}`),
    );
    return {
      'list drafts': async () => {
        const { drafts } = await lane.person.api.get('/drafts');
        return Boolean(find(drafts, (each) => each.content === content));
      },
      'list snippets': async () => {
        const { saved_snippets } = await lane.person.api.get('/saved_snippets');
        return Boolean(find(saved_snippets, (each) => each.id === saved_snippet_id));
      },
    };
  }),

  'delete a message': write(['delete-message'], async (lane) => {
    const { uri } = await upload(lane, '/user_uploads', `c${lane.next()}.txt`, Buffer.from('text'));
    const id = await lane.person.send(lane.channel, `[file](${uri})`);
    await lane.person.api.delete(`/messages/${id}`);
    return {
      // The server deletes a file when the last message that contains it is deleted.
      'list attachments': async () => (await attachmentOf(lane, uri)) === undefined,
      'read messages': async () => !find(await lane.person.messages(), (each) => each.id === id),
      'read the message': async () => !(await succeeds(lane.person.api.get(`/messages/${id}`))),
    };
  }),

  'delete a topic': write(['delete-topic'], async (lane) => {
    const topic = `deleted ${lane.next()}`;
    await lane.person.send(lane.channel, 'x', topic);
    await lane.person.api.post(`/streams/${lane.channelId}/delete_topic`, { topic_name: topic });
    return {
      'list topics': async () =>
        !find(
          (await lane.person.api.get(`/users/me/${lane.channelId}/topics`)).topics,
          (each) => each.name === topic,
        ),
    };
  }),

  'delete a file': write(['remove-attachment'], async (lane) => {
    const { uri } = await upload(lane, '/user_uploads', `d${lane.next()}.txt`, Buffer.from('text'));
    const { id } = (await attachmentOf(lane, uri))!;
    await lane.person.api.delete(`/attachments/${id}`);
    return { 'list attachments': async () => (await attachmentOf(lane, uri)) === undefined };
  }),
};
