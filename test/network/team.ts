import {
  ApiError,
  type Body,
  type EventReader,
  isTemporary,
  type Organization,
  type Person,
  type Random,
  randomOf,
} from '@parley/test-kit';
import { expect } from 'vitest';
import { FollowingStore, registrationOf, stateOf } from './imports-and-exports/present-state.ts';

// Verifies the state of clients while a team performs random actions. Clients with different capabilities build their state
// only from a registration and events. At the end, the state must equal that of a fresh registration. Works with any network;
// the test decides which processes to stop or kill in the meantime.

const newest = Object.fromEntries(
  [
    'archived_channels',
    'bulk_message_deletion',
    'empty_topic_name',
    'include_deactivated_groups',
    'linkifier_url_template',
    'notification_settings_null',
    'stream_typing_notifications',
    'user_list_incomplete',
  ].map((name) => [name, true]),
);
const capabilities: Record<string, boolean>[] = [newest, {}, { bulk_message_deletion: true }];

/** Events that every run must contain. */
const expected = [
  'message',
  'delete_message',
  'update_message_flags/add',
  'stream/create',
  'stream/update',
  'subscription/add',
  'subscription/remove',
  'realm_user/update',
  'drafts/add',
  'saved_snippets/add',
  'alert_words',
  'user_topic',
  'user_status',
];

/** Events of which every run must contain most. Actions of one person may prevent those of another. */
const usual = [
  'muted_users',
  'channel_folder/add',
  'channel_folder/reorder',
  'channel_folder/update',
  'custom_profile_fields',
  'default_streams',
  'navigation_view/add',
  'navigation_view/remove',
  'navigation_view/update',
  'reaction/add',
  'realm/update',
  'realm_domains/add',
  'realm_linkifiers',
  'realm_playgrounds',
  'realm_user/add',
  'scheduled_messages/add',
  'scheduled_messages/remove',
  'realm_bot/add',
  'realm_user_settings_defaults/update',
  'reminders/add',
  'subscription/update',
  'update_message',
  'user_group/add',
  'user_group/add_members',
  'user_settings/update',
];

type Client = { person: Person; registration: Body; reader: EventReader; model: FollowingStore };
type Action = (by: Person, step: number) => Promise<unknown>;

export class Team {
  readonly #owner: Person;
  readonly #organization: Organization;
  readonly #people: Person[];
  /** Names of two channels that people join and leave, and of a channel that they never leave. */
  readonly #names: string[];
  readonly #channels: number[];
  readonly #group: number;
  readonly #random: Random;
  readonly #clients: Client[] = [];
  readonly #sent: { id: number; by: Person }[] = [];
  /** IDs of messages in the channels that people join and leave. */
  readonly #passing: number[] = [];
  readonly #drafts: { id: number; by: Person }[] = [];
  readonly #scheduled: { id: number; by: Person }[] = [];
  readonly #folders: number[] = [];
  readonly #linkifiers: number[] = [];
  readonly #domains: string[] = [];
  readonly #actions: readonly Action[];
  /** Remaining actions of the current round. A round contains each action once. */
  #turn: Action[] = [];

  private constructor(
    organization: Organization,
    people: Person[],
    channels: { names: string[]; ids: number[] },
    group: number,
    seed: number,
  ) {
    this.#organization = organization;
    this.#owner = organization.owner;
    this.#people = people;
    this.#names = channels.names;
    this.#channels = channels.ids;
    this.#group = group;
    this.#random = randomOf(seed);
    this.#actions = [
      ...this.#messages(),
      ...this.#memberships(),
      ...this.#personal(),
      ...this.#definitions(),
      ...this.#accounts(),
    ];
  }

  /** Creates dedicated people, channels and a group, so that an organization can have several teams. */
  static async gather(organization: Organization, seed: number): Promise<Team> {
    const { owner } = organization;
    const named = (names: string[]) => names.map((name) => `${name}-${seed}`);
    const people = Object.values(await organization.add(...named(['alice', 'bob', 'carol']))) as Person[];
    const names = named(['one', 'two', 'kept']);
    await owner.subscribe(names, [owner, ...people]);
    const { streams } = await owner.api.get('/streams');
    const ids = names.map((name) => streams.find((each: Body) => each.name === name).stream_id);
    const group = { name: `crew ${seed}`, description: '', members: [owner.userId] };
    const { group_id } = await owner.api.post('/user_groups/create', group);
    return new Team(organization, people, { names, ids }, group_id, seed);
  }

  /**
   * Connects clients with different capabilities for each person; half of them read streams. Then runs `steps` steps. In each
   * step, three people act concurrently.
   */
  async live(steps: number, meanwhile: (step: number) => Promise<unknown> | undefined): Promise<void> {
    for (const person of this.#people) for (const each of capabilities) await this.#join(person, each);
    for (let step = 0; step < steps; step++) {
      const chosen = Array.from({ length: 3 }, () => this.#next());
      await Promise.all(
        chosen.map((action, at) =>
          action(this.#people[(step + at) % this.#people.length]!, step).catch(ignoreRefusal),
        ),
      );
      await meanwhile(step);
      // Some clients read their queues between steps, and some register only after several steps.
      if (step % 30 === 20) {
        for (const { model, reader } of this.#clients.slice(0, 4)) await model.follow(reader);
      }
      if (step % 25 === 10) await this.#join(this.#people[step % this.#people.length]!, newest);
    }
  }

  /** Verifies the state of all clients. Call it when every `event-queue` replica has processed the committed changes. */
  async verify(): Promise<void> {
    for (const { person, registration, reader, model } of this.#clients) {
      await model.follow(reader);
      const fresh = new FollowingStore((await person.register(registration)).initial);
      const who = `${person.userId} with ${Object.keys(registration.client_capabilities).length} capabilities`;
      const [kept, read] = [model, fresh].map(({ store }) =>
        stateOf(store, registration.client_capabilities),
      );
      expect({ who, ...kept }).toEqual({ who, ...read });
    }
    await Promise.all(this.#clients.map(({ reader }) => reader.stop()));
    const seen = new Set(this.#clients.flatMap(({ model }) => [...model.seen]));
    expect(expected.filter((type) => !seen.has(type))).toEqual([]);
    expect(usual.filter((type) => seen.has(type)).length).toBeGreaterThan(usual.length * 0.8);
  }

  async #join(person: Person, clientCapabilities: Record<string, boolean>): Promise<void> {
    const registration = registrationOf(clientCapabilities);
    const streams = this.#clients.length % 2 === 1;
    const reader = await person.register(registration, { streams, retry: isTemporary });
    if (streams) reader.start();
    this.#clients.push({ person, registration, reader, model: new FollowingStore(reader.initial) });
  }

  #next(): Action {
    if (this.#turn.length === 0) this.#turn = [...this.#actions];
    return this.#take(this.#turn)!;
  }

  #take<T>(list: T[]): T | undefined {
    return list.splice(this.#random(list.length), 1)[0];
  }

  #either<T>(one: T, other: T): T {
    return this.#random(2) === 0 ? one : other;
  }

  /** Returns a random channel of the two that people join and leave. */
  #channel(): number {
    return this.#channels[this.#random(2)]!;
  }

  #messages(): Action[] {
    // Messages to edit, star and react to go to the channel that no one leaves: people who have left a channel receive no more
    // events about its messages.
    const send: Action = async (by, step) => {
      const topic = this.#either('lunch', '');
      this.#sent.push({ by, id: await by.send(this.#channels[2]!, `message ${step}`, topic) });
    };
    const flags =
      (flag: string): Action =>
      async (by) => {
        const messages = this.#sent.filter((each) => each.by === by && this.#random(2) === 0);
        if (messages.length === 0) return;
        const op = this.#either('add', 'remove');
        await by.api.post('/messages/flags', { messages: messages.map(({ id }) => id), op, flag });
      };
    return [
      send,
      send,
      async (by, step) => {
        this.#passing.push(await by.send(this.#channel(), `passing ${step}`));
      },
      async () => {
        const id = this.#take(this.#passing);
        if (id) await this.#owner.api.delete(`/messages/${id}`);
      },
      async (by, step) => {
        const others = this.#people.filter((each) => each !== by);
        const to = others[this.#random(others.length)]!;
        this.#sent.push({ by, id: await by.sendDirect([to], `to you ${step}`) });
      },
      async () => {
        const message = this.#take(this.#sent);
        if (message) await this.#owner.api.delete(`/messages/${message.id}`);
      },
      flags('read'),
      flags('starred'),
      async (by, step) => {
        const own = this.#sent.find((each) => each.by === by);
        if (own) await by.api.patch(`/messages/${own.id}`, { content: `edited ${step}` });
      },
      async (by) => {
        const message = this.#sent.find((each) => each.by === by);
        const op = this.#either('post', 'delete');
        if (message) await by.api[op](`/messages/${message.id}/reactions`, { emoji_name: 'tada' });
      },
      async (by, step) => {
        const other = this.#people.find((each) => each !== by)!;
        const greeting = `@**Person ${other.userId}|${other.userId}** or @**all**: ${step}`;
        this.#sent.push({ by, id: await by.send(this.#channels[2]!, greeting, 'calls') });
      },
      async (_by, step) => {
        const message = this.#sent[this.#random(this.#sent.length)];
        const move = { topic: `moved ${step % 3}`, propagate_mode: 'change_all' };
        if (message) await this.#owner.api.patch(`/messages/${message.id}`, move);
      },
      async () => {
        const message = this.#sent[this.#random(this.#sent.length)];
        const move = { stream_id: this.#channels[2], propagate_mode: 'change_one' };
        if (message) await this.#owner.api.patch(`/messages/${message.id}`, move);
      },
      (by) => by.api.post('/mark_all_as_read'),
    ];
  }

  #memberships(): Action[] {
    const name = () => this.#names[this.#random(2)]!;
    const owner = this.#owner;
    return [
      (by) => by.subscribe([name()]),
      (by) => by.unsubscribe([name()]),
      (by) => {
        const change = { [this.#either('add', 'delete')]: [by.userId] };
        return owner.api.post(`/user_groups/${this.#group}/members`, change);
      },
      (_by, step) => owner.api.patch(`/user_groups/${this.#group}`, { description: `crew ${step}` }),
      async (by, step) => {
        const group = { name: `brief ${this.#group} ${step}`, description: '', members: [by.userId] };
        const { group_id } = await owner.api.post('/user_groups/create', group);
        if (this.#random(2) === 0) await owner.api.post(`/user_groups/${group_id}/deactivate`);
      },
      (_by, step) => owner.api.patch(`/streams/${this.#channel()}`, { description: `about ${step}` }),
      (_by, step) =>
        owner.api.patch(`/streams/${this.#channel()}`, {
          topics_policy: this.#either('inherit', 'allow_empty_topic'),
          message_retention_days: step + 1,
        }),
      (by) =>
        by.api.post('/users/me/subscriptions/properties', {
          subscription_data: [
            { stream_id: this.#channels[2], property: 'is_muted', value: this.#random(2) === 0 },
            { stream_id: this.#channels[2], property: 'pin_to_top', value: this.#random(2) === 0 },
          ],
        }),
      async (by, step) => {
        const shortLived = `short-lived ${this.#group} ${step}`;
        await by.subscribe([shortLived]);
        const { stream_id } = await by.api.get('/get_stream_id', { stream: shortLived });
        await owner.api.delete(`/streams/${stream_id}`);
      },
    ];
  }

  #personal(): Action[] {
    return [
      (by, step) => by.api.patch('/settings', { full_name: `Person ${by.userId} ${step}` }),
      (by, step) => by.api.patch('/settings', { enter_sends: step % 2 === 0, color_scheme: 1 + (step % 3) }),
      // Clearing an empty status would announce nothing.
      async (by, step) => {
        await by.api.post('/users/me/status', { status_text: `busy ${step}` });
        if (step % 3 === 0) await by.api.post('/users/me/status', { status_text: '' });
      },
      (by, step) =>
        by.api.post('/user_topics', {
          stream_id: this.#channel(),
          topic: `topic ${step % 4}`,
          visibility_policy: this.#random(4),
        }),
      (by) => {
        const other = this.#people.find((each) => each !== by)!;
        return by.api[this.#random(3) > 0 ? 'post' : 'delete'](`/users/me/muted_users/${other.userId}`);
      },
      async (by, step) => {
        const isKept = this.#random(3) > 0;
        const alert_words = [`word${step}`];
        await by.api.post('/users/me/alert_words', { alert_words });
        if (!isKept) await by.api.delete('/users/me/alert_words', { alert_words });
      },
      async (by, step) => {
        const to = [this.#channels[0]];
        const draft = { type: 'stream', to, topic: 'd', content: `draft ${step}`, timestamp: step };
        this.#drafts.push({ by, id: (await by.api.post('/drafts', { drafts: [draft] })).ids[0] });
      },
      async () => {
        const draft = this.#take(this.#drafts);
        if (draft) await draft.by.api.delete(`/drafts/${draft.id}`);
      },
      async (by, step) => {
        const message = this.#sent.find((each) => each.by === by);
        if (!message) return;
        await by.api.post('/reminders', {
          message_id: message.id,
          scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 86_400 + step,
        });
      },
      async (by) => {
        const [reminder] = (await by.api.get('/reminders')).reminders;
        if (reminder && this.#random(2) === 0) await by.api.delete(`/reminders/${reminder.reminder_id}`);
      },
      (by, step) => by.api.post('/saved_snippets', { title: `snippet ${step}`, content: 'text' }),
      (by, step) =>
        by.api.post('/navigation_views', {
          fragment: `narrow/is/view${step % 4}`,
          is_pinned: step % 2 === 0,
          name: `View ${step}`,
        }),
      (by, step) =>
        by.api.patch(`/navigation_views/narrow%2Fis%2Fview${step % 4}`, { name: `Again ${step}` }),
      (by, step) => by.api.delete(`/navigation_views/narrow%2Fis%2Fview${step % 4}`),
      async (by, step) => {
        const { scheduled_message_id: id } = await by.api.post('/scheduled_messages', {
          type: 'channel',
          to: this.#channels[2],
          topic: 'later',
          content: `later ${step}`,
          scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 86_400 + step,
        });
        this.#scheduled.push({ by, id });
      },
      async () => {
        const message = this.#take(this.#scheduled);
        if (message) await message.by.api.delete(`/scheduled_messages/${message.id}`);
      },
    ];
  }

  #definitions(): Action[] {
    const { api } = this.#owner;
    return [
      (_by, step) =>
        api.patch('/realm/user_settings_defaults', {
          color_scheme: 1 + (step % 3),
          enter_sends: step % 2 === 0,
        }),
      (_by, step) =>
        api.patch('/realm', { waiting_period_threshold: step, default_code_block_language: `lang${step}` }),
      (_by, step) => api.patch('/realm', { name: `Team ${step}`, description: `for the ${step}th time` }),
      async (_by, step) => {
        const folder = { name: `Folder ${this.#group} ${step}`, description: '' };
        this.#folders.push((await api.post('/channel_folders/create', folder)).channel_folder_id);
      },
      async (_by, step) => {
        const id = this.#folders[this.#random(this.#folders.length)];
        if (id !== undefined) await api.patch(`/channel_folders/${id}`, { description: `of ${step}` });
      },
      async () => {
        const { channel_folders: all } = await api.get('/channel_folders', { include_archived: true });
        await api.patch('/channel_folders', { order: all.map(({ id }: Body) => id).toReversed() });
      },
      async (_by, step) => {
        const linkifier = {
          pattern: `L${this.#group}n${step}x(?P<id>[0-9]+)`,
          url_template: `https://links.example/${step}/{id}`,
        };
        this.#linkifiers.push((await api.post('/realm/filters', linkifier)).id);
      },
      async () => {
        const id = this.#take(this.#linkifiers);
        if (id !== undefined) await api.delete(`/realm/filters/${id}`);
      },
      (_by, step) =>
        api.post('/realm/playgrounds', {
          name: `Play ${this.#group} ${step}`,
          pygments_language: 'Python',
          url_template: `https://play.example/${step}/{code}`,
        }),
      async (_by, step) => {
        const domain = `d${step}.g${this.#group}.example`;
        await api.post('/realm/domains', { domain, allow_subdomains: step % 2 === 0 });
        this.#domains.push(domain);
      },
      async () => {
        const domain = this.#take(this.#domains);
        if (domain) await api.delete(`/realm/domains/${domain}`);
      },
      () => api[this.#either('post', 'delete')]('/default_streams', { stream_id: this.#channel() }),
      (_by, step) =>
        api.post('/realm/profile_fields', { name: `Field ${step} ${this.#group}`, field_type: 1 }),
    ];
  }

  #accounts(): Action[] {
    const { api } = this.#owner;
    return [
      (by) => api.patch(`/users/${by.userId}`, { role: this.#either(300, 400) }),
      async (by, step) => {
        const bot = { full_name: `Bot ${step} ${by.userId}`, short_name: `bot-${step}-${by.userId}` };
        const { user_id } = await by.api.post('/bots', bot);
        const change = { full_name: `Renamed ${step} ${by.userId}` };
        const next = this.#random(3);
        if (next === 0) await by.api.patch(`/bots/${user_id}`, change);
        if (next === 1) await by.api.delete(`/bots/${user_id}`);
      },
      async (_by, step) => {
        const id = await this.#organization.createAccount(`newcomer-${this.#group}-${step}`);
        if (this.#random(2) === 0) await api.delete(`/users/${id}`);
      },
    ];
  }
}

/** Ignores answers with status 400 or 404, which concurrent actions of other people may cause. Rethrows any other error. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 404)) throw error;
}
