import type { AllowedDomain, Bot, Emoji, Registration } from '../objects.ts';
import type { Batch, Listener, Unsubscribe } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import type { Handlers } from './handlers.ts';

type Name = keyof Registration;
type RealmBot = Bot & { user_id: number };

/**
 * The fields of the registration that are values of their own: the organization's settings and definitions, the server's
 * limits. Lists of people, channels and messages have parts of the store for themselves.
 */
export class Fields {
  readonly #map: ObservableMap<string, unknown>;

  constructor(batch: Batch) {
    this.#map = new ObservableMap(batch);
  }

  get<N extends Name>(name: N): Registration[N] | undefined {
    return this.#map.get(name) as Registration[N] | undefined;
  }

  watch(name: Name, listener: Listener): Unsubscribe {
    return this.#map.watch(name, listener);
  }

  watchAll(listener: (changed: ReadonlySet<string>) => void): Unsubscribe {
    return this.#map.watchAll(listener);
  }

  entries(): IterableIterator<[string, unknown]> {
    return this.#map.entries();
  }

  /** Starts from what a registration answered. */
  load(fields: Readonly<Record<string, unknown>>): void {
    this.#map.replaceAll(Object.entries(fields));
  }

  /** Sets a field that the registration asked for. */
  set(name: string, value: unknown): void {
    if (this.#map.has(name)) this.#map.set(name, value);
  }

  readonly handlers: Handlers = {
    alert_words: (event: { alert_words: string[] }) => this.set('alert_words', event.alert_words),
    custom_profile_fields: (event: { fields: unknown[] }) => this.set('custom_profile_fields', event.fields),
    default_streams: (event: { default_streams: unknown[] }) =>
      this.set('realm_default_streams', event.default_streams),
    default_stream_groups: (event: { default_stream_groups: unknown[] }) =>
      this.set('realm_default_stream_groups', event.default_stream_groups),
    has_zoom_token: (event: { value: boolean }) => this.set('has_zoom_token', event.value),
    muted_topics: (event: { muted_topics: unknown[] }) => this.set('muted_topics', event.muted_topics),
    onboarding_steps: (event: { onboarding_steps: unknown[] }) =>
      this.set('onboarding_steps', event.onboarding_steps),
    realm: (event: { op: string; property?: string; value?: unknown; data?: Record<string, unknown> }) => {
      if (event.op === 'update') this.#setRealm(event.property!, event.value);
      else if (event.op === 'update_dict') {
        for (const [name, value] of Object.entries(event.data!)) this.#setRealm(name, value);
      }
    },
    realm_bot: (event: { op: string; bot: RealmBot }) => {
      const { bot, op } = event;
      this.#change('realm_bots', (bots: RealmBot[]) => {
        if (op === 'update')
          return bots.map((each) => (each.user_id === bot.user_id ? { ...each, ...bot } : each));
        const others = bots.filter((each) => each.user_id !== bot.user_id);
        return op === 'add' ? [...others, bot] : others;
      });
    },
    realm_domains: (event: { op: string; realm_domain?: AllowedDomain; domain?: string }) => {
      const name = event.realm_domain?.domain ?? event.domain;
      this.#change('realm_domains', (domains: AllowedDomain[]) => {
        const others = domains.filter(({ domain }) => domain !== name);
        return event.realm_domain ? [...others, event.realm_domain] : others;
      });
    },
    realm_emoji: (event: EmojiEvent) =>
      this.#change('realm_emoji', (emoji: AllEmoji) => emojiAfter(emoji, event)),
    realm_filters: (event: { realm_filters: unknown[] }) => this.set('realm_filters', event.realm_filters),
    realm_linkifiers: (event: { realm_linkifiers: unknown[] }) =>
      this.set('realm_linkifiers', event.realm_linkifiers),
    realm_playgrounds: (event: { realm_playgrounds: unknown[] }) =>
      this.set('realm_playgrounds', event.realm_playgrounds),
    realm_user_settings_defaults: (event: { property: string; value: unknown }) =>
      this.#change('realm_user_settings_defaults', (all: object) => ({
        ...all,
        [event.property]: event.value,
      })),
  };

  #setRealm(name: string, value: unknown): void {
    this.set(`realm_${name}`, value);
    // Fields without the prefix that say the same.
    if (name === 'authentication_methods') {
      const methods = value as Record<string, { enabled?: boolean } | boolean>;
      const isOn = (each: { enabled?: boolean } | boolean | undefined) =>
        typeof each === 'object' ? each.enabled === true : each === true;
      const email = isOn(methods.Email);
      this.set('realm_email_auth_enabled', email);
      this.set('realm_password_auth_enabled', email || isOn(methods.LDAP));
    }
  }

  #change<T>(name: Name, change: (value: T) => T): void {
    const value = this.#map.get(name);
    if (value !== undefined) this.#map.set(name, change(value as T));
  }
}

type AllEmoji = Record<string, Emoji>;
type EmojiEvent = {
  op: string;
  realm_emoji?: AllEmoji;
  emoji?: Emoji;
  emoji_id?: string;
  data?: Partial<Emoji>;
};

function emojiAfter(
  all: AllEmoji,
  { op, realm_emoji: whole, emoji, emoji_id: id, data }: EmojiEvent,
): AllEmoji {
  if (op === 'update' && whole) return whole;
  if (emoji) return { ...all, [emoji.id]: { ...all[emoji.id], ...emoji } };
  if (id !== undefined && all[id]) return { ...all, [id]: { ...all[id], ...data } };
  return all;
}
