import type { Body, EventReader } from '@parley/test-kit';
import { OrganizationModel } from './organization-model.ts';

type Apply = (event: Body) => void;

const byKey = (map: Map<unknown, unknown>) =>
  Object.fromEntries([...map].sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)));

const sorted = (ids: Iterable<number>): number[] => [...ids].sort((one, other) => one - other);

const fetched = [
  'alert_words',
  'channel_folders',
  'custom_profile_fields',
  'default_streams',
  'drafts',
  'message',
  'muted_users',
  'navigation_views',
  'realm',
  'realm_domains',
  'realm_linkifiers',
  'realm_playgrounds',
  'realm_user',
  'realm_user_groups',
  'saved_snippets',
  'scheduled_messages',
  'starred_messages',
  'stream',
  'subscription',
  'update_message_flags',
  'user_settings',
  'user_status',
  'user_topic',
];

/** Types of events that are not called as what is fetched, or continue what is fetched under another name. */
const heardBeside = [
  'channel_folder',
  'delete_message',
  'navigation_view',
  'reaction',
  'update_message',
  'user_group',
];

/** What a client of these capabilities registers with. */
export const wishOf = (capabilities: Record<string, boolean>): Body => ({
  event_types: [...fetched, ...heardBeside],
  fetch_event_types: fetched,
  client_capabilities: capabilities,
  apply_markdown: true,
  client_gravatar: false,
});

/** What a client keeps of an organization, from a registration and the events after it alone. */
export class ClientModel {
  readonly #channels = new Map<number, Body>();
  readonly #mine = new Map<number, Body>();
  readonly #people = new Map<number, Body>();
  readonly #groups = new Map<number, Body>();
  readonly #drafts = new Map<number, Body>();
  readonly #snippets = new Map<number, Body>();
  readonly #topics = new Map<string, number>();
  readonly #statuses = new Map<string, Body>();
  /** Unread messages, and their channels. */
  readonly #unread = new Map<number, number | undefined>();
  readonly #starred: Set<number>;
  readonly #views = new Map<string, Body>();
  readonly #scheduled = new Map<number, Body>();
  readonly #settings: Body;
  readonly #organization: OrganizationModel;
  #alertWords: string[];
  #muted: number[];
  #newest: number;
  /** Types of events that were applied. */
  readonly heard = new Set<string>();

  constructor(initial: Body) {
    for (const stream of initial.streams) this.#channels.set(stream.stream_id, named(stream));
    for (const each of initial.subscriptions) this.#mine.set(each.stream_id, settingsOf(each));
    for (const each of [...initial.realm_users, ...initial.realm_non_active_users]) {
      this.#people.set(each.user_id, personOf(each));
    }
    for (const group of initial.realm_user_groups) this.#groups.set(group.id, groupOf(group));
    for (const draft of initial.drafts) this.#drafts.set(draft.id, draft);
    for (const snippet of initial.saved_snippets) this.#snippets.set(snippet.id, snippet);
    for (const topic of initial.user_topics) this.#setTopic(topic);
    for (const [id, status] of Object.entries(initial.user_status as Record<string, Body>)) {
      this.#setStatus(id, status);
    }
    const { streams, pms, huddles } = initial.unread_msgs;
    for (const each of [...streams, ...pms, ...huddles]) {
      for (const id of each.unread_message_ids) this.#unread.set(id, each.stream_id);
    }
    this.#starred = new Set(initial.starred_messages as number[]);
    for (const view of initial.navigation_views) this.#views.set(view.fragment, view);
    for (const each of initial.scheduled_messages) this.#scheduled.set(each.scheduled_message_id, each);
    this.#settings = pick(initial.user_settings, settingNames);
    this.#organization = new OrganizationModel(initial);
    this.#alertWords = initial.alert_words;
    this.#muted = initial.muted_users.map(({ id }: Body) => id);
    this.#newest = initial.max_message_id;
  }

  /** Applies what the queue has, to its end. */
  async follow(reader: EventReader): Promise<this> {
    for (let events = await reader.pollNow(); events.length > 0; events = await reader.pollNow()) {
      for (const event of events) {
        this.heard.add(event.op === undefined ? event.type : `${event.type}/${event.op}`);
        this.#apply[event.type]?.(event);
        this.#organization.apply(event);
      }
    }
    return this;
  }

  /** What two models of one person must agree on. */
  state(): Body {
    return {
      channels: byKey(this.#channels),
      mine: byKey(this.#mine),
      people: byKey(this.#people),
      groups: byKey(this.#groups),
      drafts: byKey(this.#drafts),
      snippets: byKey(this.#snippets),
      topics: byKey(this.#topics),
      statuses: byKey(this.#statuses),
      alertWords: this.#alertWords.toSorted(),
      muted: sorted(this.#muted),
      unread: sorted(this.#unread.keys()),
      starred: sorted(this.#starred),
      views: byKey(this.#views),
      scheduled: byKey(this.#scheduled),
      settings: this.#settings,
      organization: this.#organization.state(),
    };
  }

  readonly #apply: Record<string, Apply> = {
    message: ({ message, flags }) => {
      if (message.id <= this.#newest) throw new Error(`message ${message.id} came after ${this.#newest}`);
      this.#newest = message.id;
      if (!flags.includes('read')) this.#unread.set(message.id, message.stream_id);
    },
    delete_message: ({ message_ids, message_id }) => {
      for (const id of message_ids ?? [message_id]) {
        this.#unread.delete(id);
        this.#starred.delete(id);
      }
    },
    update_message_flags: ({ op, flag, messages, message_details }) => {
      for (const id of messages) {
        if (flag === 'starred') this.#starred[op === 'add' ? 'add' : 'delete'](id);
        if (flag !== 'read') continue;
        if (op === 'add') this.#unread.delete(id);
        else this.#unread.set(id, message_details[id].stream_id);
      }
    },
    navigation_view: ({ op, navigation_view: view, fragment, data }) => {
      if (op === 'add') this.#views.set(view.fragment, view);
      else if (op === 'remove') this.#views.delete(fragment);
      else this.#views.set(fragment, { ...this.#views.get(fragment), ...data });
    },
    scheduled_messages: ({ op, scheduled_messages: added, scheduled_message_id: id }) => {
      if (op === 'remove') this.#scheduled.delete(id);
      else for (const each of added ?? []) this.#scheduled.set(each.scheduled_message_id, each);
    },
    user_settings: ({ property, value }) => {
      if (settingNames.includes(property)) this.#settings[property] = value;
    },
    stream: (event) => {
      if (event.op === 'create') {
        for (const each of event.streams) this.#channels.set(each.stream_id, named(each));
      } else if (event.op === 'delete') {
        for (const { stream_id } of event.streams) {
          this.#channels.delete(stream_id);
          this.#mine.delete(stream_id);
        }
      } else {
        const known = this.#channels.get(event.stream_id);
        if (known) Object.assign(known, named({ ...known, [event.property]: event.value }));
      }
    },
    subscription: (event) => {
      if (event.op === 'add') {
        for (const each of event.subscriptions) this.#mine.set(each.stream_id, settingsOf(each));
      } else if (event.op === 'remove') {
        for (const { stream_id } of event.subscriptions) {
          this.#mine.delete(stream_id);
          this.#forgetUnread(stream_id);
        }
      } else if (event.op === 'update' && event.property in this.#mine.get(event.stream_id)!) {
        this.#mine.get(event.stream_id)![event.property] = event.value;
      }
    },
    realm_user: ({ op, person }) => {
      if (op === 'add') this.#people.set(person.user_id, personOf(person));
      else if (op === 'update') {
        const known = this.#people.get(person.user_id)!;
        Object.assign(known, personOf({ ...known, ...person }));
      }
    },
    user_group: (event) => {
      if (event.op === 'add') this.#groups.set(event.group.id, groupOf(event.group));
      else if (event.op === 'remove') this.#groups.delete(event.group_id);
      else if (event.op === 'update') Object.assign(this.#groups.get(event.group_id)!, groupOfUpdate(event));
      else if (event.op === 'add_members' || event.op === 'remove_members') {
        const group = this.#groups.get(event.group_id)!;
        const others = (group.members as number[]).filter((id) => !event.user_ids.includes(id));
        group.members = sorted(event.op === 'add_members' ? [...others, ...event.user_ids] : others);
      }
    },
    drafts: ({ op, drafts, draft, draft_id }) => {
      for (const each of drafts ?? (draft ? [draft] : [])) this.#drafts.set(each.id, each);
      if (op === 'remove') this.#drafts.delete(draft_id);
    },
    saved_snippets: ({ op, saved_snippet, saved_snippet_id }) => {
      if (op === 'remove') this.#snippets.delete(saved_snippet_id);
      else this.#snippets.set(saved_snippet.id, saved_snippet);
    },
    alert_words: ({ alert_words }) => {
      this.#alertWords = alert_words;
    },
    muted_users: ({ muted_users }) => {
      this.#muted = muted_users.map(({ id }: Body) => id);
    },
    user_topic: (event) => this.#setTopic(event),
    user_status: (event) => {
      this.#setStatus(String(event.user_id), { ...this.#statuses.get(String(event.user_id)), ...event });
    },
  };

  /** Who leaves a channel leaves nothing unread behind. */
  #forgetUnread(channel: number): void {
    for (const [id, where] of this.#unread) if (where === channel) this.#unread.delete(id);
  }

  #setTopic({ stream_id, topic_name, visibility_policy }: Body): void {
    const key = `${stream_id} ${topic_name.toLowerCase()}`;
    if (visibility_policy === 0) this.#topics.delete(key);
    else this.#topics.set(key, visibility_policy);
  }

  #setStatus(id: string, { status_text = '', emoji_name = '' }: Body): void {
    if (status_text === '' && emoji_name === '') this.#statuses.delete(id);
    else this.#statuses.set(id, { status_text, emoji_name });
  }
}

const settingNames = ['enter_sends', 'color_scheme'];
const pick = (from: Body, names: readonly string[]): Body =>
  Object.fromEntries(names.map((name) => [name, from[name]]));
const named = ({ name, description, is_archived }: Body): Body => ({ name, description, is_archived });
const settingsOf = ({ is_muted, pin_to_top, color }: Body): Body => ({ is_muted, pin_to_top, color });
const personOf = ({ full_name, role, is_active = true }: Body): Body => ({ full_name, role, is_active });
const groupOf = ({ name, description, members }: Body): Body => ({
  name,
  description,
  members: sorted(members),
});
const groupOfUpdate = ({ data }: Body): Body => ({
  ...(data.name !== undefined && { name: data.name }),
  ...(data.description !== undefined && { description: data.description }),
});
