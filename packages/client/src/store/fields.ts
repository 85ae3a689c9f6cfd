import type { EventOf, Registration } from '../objects.ts';
import type { Batch, Listener, Unsubscribe } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import type { Handlers } from './handlers.ts';

type Name = keyof Registration;

/**
 * Single values of the registration: settings and definitions of the organization, and limits of the server. Other parts of the
 * store hold people, channels and messages.
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

  /** Replaces all fields by the fields of a registration. */
  load(fields: Readonly<Record<string, unknown>>): void {
    this.#map.replaceAll(Object.entries(fields));
  }

  /** Sets a field. Ignores fields that the registration did not contain. */
  set(name: string, value: unknown): void {
    if (this.#map.has(name)) this.#map.set(name, value);
  }

  readonly handlers = {
    alert_words: (event) => this.set('alert_words', event.alert_words),
    custom_profile_fields: (event) => this.set('custom_profile_fields', event.fields),
    default_streams: (event) => this.set('realm_default_streams', event.default_streams),
    muted_topics: (event) => this.set('muted_topics', event.muted_topics),
    has_zoom_token: (event) => this.set('has_zoom_token', event.value),
    onboarding_steps: (event) => this.set('onboarding_steps', event.onboarding_steps),
    realm: (event) => {
      if (event.op === 'update') this.#setRealm(event.property, event.value);
      if (event.op === 'update_dict') {
        for (const [name, value] of Object.entries(event.data)) this.#setRealm(name, value);
      }
    },
    realm_bot: ({ op, bot }) => {
      this.#change('realm_bots', (bots) => {
        if (op === 'update') {
          return bots.map((each) => (each.user_id === bot.user_id ? { ...each, ...bot } : each));
        }
        const others = bots.filter((each) => each.user_id !== bot.user_id);
        return op === 'add' ? [...others, bot] : others;
      });
    },
    realm_domains: (event) => {
      const name = event.op === 'remove' ? event.domain : event.realm_domain.domain;
      this.#change('realm_domains', (domains) => {
        const others = domains.filter(({ domain }) => domain !== name);
        return event.op === 'remove' ? others : [...others, event.realm_domain];
      });
    },
    realm_emoji: (event) => this.#change('realm_emoji', (emoji) => emojiAfter(emoji, event)),
    realm_linkifiers: (event) => this.set('realm_linkifiers', event.realm_linkifiers),
    realm_playgrounds: (event) => this.set('realm_playgrounds', event.realm_playgrounds),
    realm_user_settings_defaults: (event) =>
      this.#change('realm_user_settings_defaults', (all) => ({ ...all, [event.property]: event.value })),
  } satisfies Handlers;

  #setRealm(name: string, value: unknown): void {
    this.set(`realm_${name}`, value);
    // Two further fields are derived from the authentication methods.
    if (name === 'authentication_methods') {
      const methods = value as Record<string, { enabled?: boolean } | boolean>;
      const isOn = (each: { enabled?: boolean } | boolean | undefined) =>
        typeof each === 'object' ? each.enabled === true : each === true;
      const email = isOn(methods.Email);
      this.set('realm_email_auth_enabled', email);
      this.set('realm_password_auth_enabled', email || isOn(methods.LDAP));
    }
  }

  #change<N extends Name>(name: N, change: (value: NonNullable<Registration[N]>) => unknown): void {
    const value = this.get(name);
    if (value !== undefined && value !== null) this.#map.set(name, change(value));
  }
}

type AllEmoji = NonNullable<Registration['realm_emoji']>;

function emojiAfter(all: AllEmoji, event: EventOf<'realm_emoji'>): AllEmoji {
  if (event.op === 'update') return event.realm_emoji;
  if (event.op === 'add') return { ...all, [event.emoji.id]: event.emoji };
  const { emoji_id: id, data } = event;
  return all[id] ? { ...all, [id]: { ...all[id], ...data } } : all;
}
