import assert from 'node:assert/strict';
import type { Caller } from './caller.ts';
import { exchange } from './wire.ts';

/** Accounts and the channel that the cases use. */
export type World = {
  readonly person: Caller;
  readonly other: Caller;
  readonly owner: Caller;
  readonly bot: Caller;
  /** A public channel. The person is subscribed, the bot is not. */
  readonly channel: { readonly id: number; readonly name: string };
};

/** A request that a client sends, with a check of the answer that the client expects. */
export type Case = { readonly name: string; check(world: World): Promise<void> };

const refused = (answer: { status: number; text: string }, status: number) =>
  assert.equal(answer.status, status, answer.text.slice(0, 300));

/** Parameters that the mobile app sends when it registers. */
const mobileRegistration = {
  apply_markdown: 'true',
  slim_presence: 'true',
  client_gravatar: 'false',
  client_capabilities: JSON.stringify({
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    include_deactivated_groups: true,
    empty_topic_name: true,
    simplified_presence_events: true,
    a_capability_of_next_year: true,
  }),
};

/** Canonical names and code points of popular emoji. Clients contain the same list. */
const popular = [
  ['cat', '1f408'],
  ['dog', '1f415'],
  ['cow', '1f404'],
  ['cool', '1f192'],
  ['moon', '1f319'],
] as const;

const send = (caller: Caller, { id }: World['channel'], content: string, topic = 'bytes') =>
  caller
    .done('POST /api/v1/messages', { type: 'stream', to: String(id), topic, content })
    .then((body) => body.id as number);

export const cases: readonly Case[] = [
  {
    name: 'the mobile app registers with an idle timeout of `mobile`, bare and quoted, and with numbers in quotes',
    async check({ person }) {
      for (const timeout of ['mobile', '"mobile"', '600', '"600"']) {
        const body = await person.done('POST /api/v1/register', {
          ...mobileRegistration,
          idle_queue_timeout: timeout,
        });
        assert.equal(body.idle_queue_timeout_secs, timeout.includes('mobile') ? 43_200 : 600);
      }
    },
  },
  {
    name: 'an unknown parameter of a registration is ignored and named',
    async check({ person }) {
      const body = await person.done('POST /api/v1/register', { ...mobileRegistration, from_next_year: '1' });
      assert.deepEqual(body.ignored_parameters_unsupported, ['from_next_year']);
    },
  },
  {
    name: 'a bot reads, edits, reacts to and deletes its message in a public channel without a subscription',
    async check({ bot, owner, channel }) {
      const { user_groups } = await owner.done('GET /api/v1/user_groups');
      const everyone = user_groups.find((each: { name: string }) => each.name === 'role:everyone').id;
      await owner.done('PATCH /api/v1/realm', {
        can_delete_own_message_group: JSON.stringify({ new: everyone }),
      });
      const id = await send(bot, channel, 'from the bot');
      const { message } = await bot.done(`GET /api/v1/messages/${id}?apply_markdown=false`);
      assert.equal(message.content, 'from the bot');
      await bot.done(`PATCH /api/v1/messages/${id}`, { content: 'edited by the bot' });
      await bot.done(`POST /api/v1/messages/${id}/reactions`, { emoji_name: 'tada' });
      await bot.done(`DELETE /api/v1/messages/${id}/reactions`, { emoji_name: 'tada' });
      await bot.done(`DELETE /api/v1/messages/${id}`);
      refused(await bot.send(`GET /api/v1/messages/${id}`), 400);
    },
  },
  {
    name: 'a mentioned bot receives the event, flagged, and finds the message by `is:mentioned`, without a subscription',
    async check({ person, bot, channel }) {
      const { queue_id, last_event_id } = await bot.done('POST /api/v1/register', {
        event_types: '["message"]',
      });
      const { full_name } = await bot.done('GET /api/v1/users/me');
      const id = await send(person, channel, `@**${full_name}** hello`);
      const { events } = await bot.done(
        `GET /api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`,
      );
      assert.equal(events[0].message.id, id);
      assert.ok(events[0].flags.includes('mentioned'), JSON.stringify(events[0].flags));
      const narrow = encodeURIComponent('[["is","mentioned"]]');
      const found = await bot.done(
        `GET /api/v1/messages?anchor=newest&num_before=5&num_after=0&narrow=${narrow}`,
      );
      assert.ok(found.messages.some((each: { id: number }) => each.id === id));
    },
  },
  {
    name: 'popular emoji are accepted by their canonical names, with and without the codes that clients know; `:zulip:` and characters without variation selector are emoji',
    async check({ person, channel }) {
      const id = await send(person, channel, 'react');
      for (const [name, code] of popular) {
        const reaction = { emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' };
        await person.done(`POST /api/v1/messages/${id}/reactions`, reaction);
      }
      await person.done(`POST /api/v1/messages/${id}/reactions`, { emoji_name: 'zulip' });
      const named = await send(person, channel, 'react by name');
      for (const [name] of popular) {
        await person.done(`POST /api/v1/messages/${named}/reactions`, { emoji_name: name });
      }
      const { message } = await person.done(`GET /api/v1/messages/${named}`);
      assert.deepEqual(
        message.reactions.map((each: Record<string, string>) => [each.emoji_name, each.emoji_code]),
        popular,
      );
      const { rendered } = await person.done('POST /api/v1/messages/render', { content: ':cat: :zulip: ☀' });
      assert.match(rendered, /emoji-1f408/);
      assert.match(rendered, /zulip\.png/);
      assert.match(rendered, /emoji-2600/);
      const settings = await person.done('POST /api/v1/register', {
        fetch_event_types: '["realm"]',
        event_types: '[]',
      });
      const path = new URL(settings.server_emoji_data_url, person.url).pathname;
      const data = await exchange(person.url, { line: `GET ${path}` });
      assert.ok(Object.keys(data.body.code_to_names).length > 1_000);
      for (const [name, code] of popular) assert.equal(data.body.code_to_names[code][0], name);
    },
  },
  {
    name: 'an own write is visible in the next read: an uploaded file, a new account in a default channel, a linkifier, a group',
    async check({ person, owner, channel }) {
      await owner.done('POST /api/v1/default_streams', { stream_id: String(channel.id) });
      for (let round = 0; round < 15; round++) {
        const body = `--b\r\ncontent-disposition: form-data; name="file"; filename="own-${round}.txt"\r\ncontent-type: text/plain\r\n\r\nx\r\n--b--\r\n`;
        const sent = await person.send(
          'POST /api/v1/user_uploads',
          ['content-type: multipart/form-data; boundary=b'],
          body,
        );
        await send(person, channel, `[a file](${sent.body.url})`);
        const { attachments } = await person.done('GET /api/v1/attachments');
        assert.ok(
          attachments.some((each: { name: string }) => each.name === `own-${round}.txt`),
          `round ${round}`,
        );
        const created = await owner.done('POST /api/v1/users', {
          email: `own-${round}@test.example`,
          password: 'a long password',
          full_name: `Own ${round}`,
        });
        const { subscribers } = await owner.done(`GET /api/v1/streams/${channel.id}/members`);
        assert.ok(subscribers.includes(created.user_id), `round ${round}`);
        const { id } = await owner.done('POST /api/v1/realm/filters', {
          pattern: `OWN-${round}-(?P<id>[0-9]+)`,
          url_template: 'https://issues.example/{id}',
        });
        const { rendered } = await owner.done('POST /api/v1/messages/render', { content: `OWN-${round}-7` });
        assert.match(rendered, /issues\.example\/7/, `round ${round}`);
        await owner.done(`DELETE /api/v1/realm/filters/${id}`);
      }
    },
  },
  {
    name: 'an empty multipart body is a request without parameters',
    async check({ person }) {
      for (const type of ['multipart/form-data', 'multipart/form-data; boundary=b']) {
        const answer = await person.send('POST /api/v1/mark_all_as_read', [`content-type: ${type}`]);
        refused(answer, 200);
      }
    },
  },
  {
    name: 'paths: `%2F` in an upload’s address, double slashes, an over-long value without credentials',
    async check({ person }) {
      const body =
        '--b\r\ncontent-disposition: form-data; name="file"; filename="slash.txt"\r\ncontent-type: text/plain\r\n\r\nslashes\r\n--b--\r\n';
      const sent = await person.send(
        'POST /api/v1/user_uploads',
        ['content-type: multipart/form-data; boundary=b'],
        body,
      );
      const [, , ...parts] = (sent.body.url as string).split('/');
      const answer = await person.send(`GET /user_uploads/${parts.join('%2F')}`);
      assert.equal(answer.text, 'slashes');
      await person.done('GET /api/v1//users/me');
      refused(await exchange(person.url, { line: `GET /api/v1/users/${'a'.repeat(2_000)}` }), 401);
    },
  },
  {
    name: 'tus: another content type is refused with 415, another version with 412 and `Tus-Version`',
    async check({ person }) {
      const type = await person.send('PATCH /api/v1/tus/0123456789abcdef', [
        'tus-resumable: 1.0.0',
        'upload-offset: 0',
        'content-type: text/plain',
      ]);
      refused(type, 415);
      const version = await person.send('POST /api/v1/tus', ['tus-resumable: 0.2.2', 'upload-length: 1']);
      refused(version, 412);
      assert.equal(version.headers['tus-version'], '1.0.0');
    },
  },
  {
    name: 'an undeclared method is refused with 405; of a repeated parameter the last value counts',
    async check({ person }) {
      for (const method of ['PUT', 'PROPFIND', 'FOO'])
        refused(await person.send(`${method} /api/v1/messages`), 405);
      await person.done('GET /api/v1/messages?num_before=1&num_after=1&anchor=x&anchor=newest');
    },
  },
  {
    name: '`server_generation` is the time at which this server began',
    async check({ person }) {
      const body = await person.done('POST /api/v1/register', {
        fetch_event_types: '["realm"]',
        event_types: '[]',
      });
      const age = Date.now() / 1_000 - body.server_generation;
      assert.ok(age > 0 && age < 7_200, `${body.server_generation}`);
    },
  },
  {
    name: 'unknown operands of a queue’s narrow do not refuse the registration',
    async check({ person }) {
      for (const narrow of [
        '[["is","stream"]]',
        '[["is","from-next-year"]]',
        '[{"operator":"is","operand":"dm"}]',
      ]) {
        await person.done('POST /api/v1/register', { event_types: '["message"]', narrow });
      }
    },
  },
  {
    name: 'a font size of 11 pixels, each known site of external accounts by its subtype, a call without configuration',
    async check({ person, owner }) {
      await person.done('PATCH /api/v1/settings', { web_font_size_px: '11' });
      const { realm_default_external_accounts: sites } = await person.done('POST /api/v1/register', {
        fetch_event_types: '["realm"]',
        event_types: '[]',
      });
      assert.ok('github' in sites && 'twitter' in sites, Object.keys(sites).join());
      assert.deepEqual([sites.github.text, sites.github.name], ['GitHub', 'GitHub username']);
      for (const [subtype, site] of Object.entries<Record<string, string>>(sites)) {
        const { id } = await owner.done('POST /api/v1/realm/profile_fields', {
          field_type: '7',
          field_data: JSON.stringify({ subtype }),
        });
        const { custom_fields } = await owner.done('GET /api/v1/realm/profile_fields');
        const field = custom_fields.find((each: { id: number }) => each.id === id);
        assert.equal(field.name, site.name);
        assert.equal(field.hint, site.hint);
        assert.deepEqual(JSON.parse(field.field_data), { subtype });
        await owner.done(`DELETE /api/v1/realm/profile_fields/${id}`);
      }
      const call = await person.send('GET /api/v1/calls/bigbluebutton/create?meeting_name=x&voice_only=true');
      refused(call, 400);
      assert.match(call.body.msg, /BigBlueButton/);
    },
  },
  {
    name: 'several deletions made of one change reach clients without `bulk_message_deletion` one by one, in one answer and in order',
    async check({ person, owner, channel }) {
      const { queue_id, last_event_id } = await person.done('POST /api/v1/register', {
        event_types: '["delete_message"]',
      });
      const newer = await person.done('POST /api/v1/register', {
        event_types: '["delete_message"]',
        client_capabilities: '{"bulk_message_deletion": true}',
      });
      const ids: number[] = [];
      for (const content of ['one', 'two', 'three']) {
        ids.push(await send(person, channel, content, 'deleted'));
      }
      await owner.done(`POST /api/v1/streams/${channel.id}/delete_topic`, { topic_name: 'deleted' });
      const poll = `GET /api/v1/events?queue_id=${queue_id}&last_event_id=`;
      const { events } = await person.done(`${poll}${last_event_id}`);
      const place = {
        type: 'delete_message',
        message_type: 'stream',
        stream_id: channel.id,
        topic: 'deleted',
      };
      const [{ id }] = events;
      assert.deepEqual(
        events,
        ids.map((message_id) => ({ ...place, id, message_id })),
      );
      const bulk = await person.done(
        `GET /api/v1/events?queue_id=${newer.queue_id}&last_event_id=${newer.last_event_id}`,
      );
      assert.deepEqual(bulk.events, [{ ...place, id: bulk.events[0].id, message_ids: ids }]);
      // All these events have the same ID, so the client acknowledges them together. The next poll then returns the next
      // change.
      const next = await send(person, channel, 'four', 'deleted');
      await owner.done(`DELETE /api/v1/messages/${next}`);
      const after = await person.done(`${poll}${id}`);
      assert.deepEqual(
        after.events.map((each: { message_id: number }) => each.message_id),
        [next],
      );
      assert.ok(after.events[0].id > id);
    },
  },
];
