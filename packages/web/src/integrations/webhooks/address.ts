/** Addresses at which a tool posts, in the three forms that tools know. */
import type { AnswerOf } from '@parley/client';

export type Webhook = AnswerOf<'get-webhooks'>['webhooks'][number];

export const addressForms = ['zulip', 'slack', 'mattermost'] as const;

export type AddressForm = (typeof addressForms)[number];

/** What an address says beside its channel, which the server stores. */
export type AddressChoice = {
  /** Names of the events that become messages. */
  readonly events: ReadonlySet<string>;
  /** Values of the integration's options: a text, or `true` for a switch. Empty ones are left out. */
  readonly options: Readonly<Record<string, string>>;
};

/**
 * Returns the parameter that selects events: the shorter list of those that are wanted and those that are not; undefined when all are
 * wanted. At least one event must be wanted.
 */
export function eventParameter(
  all: readonly string[],
  wanted: ReadonlySet<string>,
): readonly [name: 'only_events' | 'exclude_events', value: string] | undefined {
  const unwanted = all.filter((name) => !wanted.has(name));
  if (unwanted.length === 0) return undefined;
  const only = all.filter((name) => wanted.has(name));
  const isShorter = only.length <= unwanted.length;
  const names = joined(all, isShorter ? only : unwanted);
  // Names with a comma could not be told apart in a list with commas.
  const value = names.some((name) => name.includes(',')) ? JSON.stringify(names) : names.join(',');
  return [isShorter ? 'only_events' : 'exclude_events', value];
}

/** Number of names that one pattern must stand for, at least. */
const fewAlike = 3;

/**
 * Returns names of events with one pattern for those that begin alike (`charge.*`), where all of them are meant. Some tools have hundreds of events,
 * and an address with all their names would be longer than tools and servers take.
 */
function joined(all: readonly string[], names: readonly string[]): string[] {
  const open = new Set(names);
  const patterns: string[] = [];
  for (const name of names) {
    if (!open.has(name)) continue;
    const alike = [...name.matchAll(/[^\p{L}\p{N}]/gu)]
      .map(({ index }) => name.slice(0, index + 1))
      .map((prefix) => ({ prefix, events: all.filter((each) => each.startsWith(prefix)) }))
      .find(({ events }) => events.length >= fewAlike && events.every((each) => open.has(each)));
    patterns.push(alike ? `${alike.prefix}*` : name);
    for (const each of alike?.events ?? [name]) open.delete(each);
  }
  return patterns;
}

/**
 * Returns the address of a webhook in a form. The channel, topic and secret are stored with the webhook, so an address stays right when
 * they are changed.
 * @param apiKey of the bot, for Zulip's form
 */
export function addressOf(
  webhook: Pick<Webhook, 'external_url_template' | 'hooks_url' | 'services_url'>,
  form: AddressForm,
  { apiKey, allEvents, choice }: { apiKey: string; allEvents: readonly string[]; choice: AddressChoice },
): string {
  const base =
    form === 'zulip'
      ? externalAddress(webhook.external_url_template, apiKey)
      : form === 'slack'
        ? webhook.services_url
        : webhook.hooks_url;
  const url = new URL(base);
  const events = eventParameter(allEvents, choice.events);
  if (events) url.searchParams.set(...events);
  for (const [name, value] of Object.entries(choice.options)) {
    if (value.trim() !== '') url.searchParams.set(name, value.trim());
  }
  // Commas need no encoding in a query, and addresses are read by people.
  return url.href.replaceAll('%2C', ',');
}

function externalAddress(template: string, apiKey: string): string {
  const url = new URL(template.replace('{api_key}', encodeURIComponent(apiKey)));
  // The stored channel applies only to addresses that name none.
  url.searchParams.delete('stream');
  return url.href;
}
