import { contentTypes, eventTypes } from '@parley/api/events';
import { errors, errorText } from '@parley/core';
import type { ChannelNotifications } from '@parley/proto/common/v1/subscription';
import type { CreateQueueRequest } from '@parley/proto/eventqueue/v1/event_queue';
import { isEmptyTopic, type UserId } from '@parley/rules';
import { LRUCache } from 'lru-cache';
import { type Form, formBits, formOf, inheritedNotifications } from '../domain/form.ts';
import { compileNarrow, type MessageTest, type NarrowTerm } from '../domain/narrow.ts';
import type { Withheld } from '../domain/withheld.ts';

/** The options of a registration that influence delivery. Queues with equal profiles share one object in memory. */
export type Profile = {
  /** Types of events that the queue receives, without those that this release does not know; absent for all types. */
  eventTypes?: string[];
  allPublic: boolean;
  narrow: NarrowTerm[];
  /** Capabilities of the client that change the form of events. */
  capabilities: string[];
  applyMarkdown: boolean;
  slimPresence: boolean;
  /** They apply where a subscription has none. Absent for clients that accept null in subscriptions. */
  notifications?: string[];
  /** What the queue leaves out because of the API key that has registered it; absent for a key without limits. */
  withheld?: readonly Withheld[];
};

export type CompiledProfile = {
  types: ReadonlySet<string> | undefined;
  allPublic: boolean;
  narrow: MessageTest | undefined;
  form: Form;
  withheld: readonly Withheld[];
};

/** Of each operator and operand, and of the JSON of a profile, which is stored in record and memory. */
const maxOperandLength = 1_000;
export const maxProfileLength = 8_000;

/** Without unknown types and capabilities. @throws BAD_REQUEST for too long or unsupported ones */
export function profileText(
  request: CreateQueueRequest,
  names: Names,
  withheld: readonly Withheld[] = [],
): string {
  const { filter } = request;
  const narrow = (filter?.narrow ?? []).map((term) => resolveTerm(term, names));
  if (narrow.some(({ operator, operand }) => Math.max(operator.length, operand.length) > maxOperandLength)) {
    throw errors.badRequest(
      errorText('narrow has an operand that is too long (limit: {limit} characters)', {
        limit: maxOperandLength,
      }),
    );
  }
  const profile: Profile = {
    ...(filter?.hasEventTypes && {
      eventTypes: distinct(filter.eventTypes.filter((type) => eventTypes.has(type))),
    }),
    allPublic: filter?.allPublicStreams ?? false,
    narrow,
    capabilities: distinct(request.capabilities.filter((name) => Object.hasOwn(formBits, name))),
    applyMarkdown: request.applyMarkdown,
    slimPresence: request.slimPresence,
    ...(request.notifications && { notifications: settingsThatAreOn(request.notifications) }),
    ...(withheld.length > 0 && { withheld }),
  };
  const text = JSON.stringify(profile);
  if (text.length > maxProfileLength) {
    throw errors.badRequest(
      errorText('The filter of the queue is too long (limit: {limit} characters)', {
        limit: maxProfileLength,
      }),
    );
  }
  compileProfile(profile);
  return text;
}

/** The user ID that replaces `me` in a narrow, and the display name of the empty topic, which the empty text replaces. */
export type Names = { ownerId: UserId; emptyTopicName: string };

function resolveTerm({ operator, operand }: NarrowTerm, { ownerId, emptyTopicName }: Names): NarrowTerm {
  const text = operand.trim();
  if ((operator === 'sender' || operator === 'from') && text === 'me') {
    return { operator, operand: String(ownerId) };
  }
  const isTopic = operator === 'topic' || operator === 'subject';
  return { operator, operand: isTopic && isEmptyTopic(text, emptyTopicName) ? '' : operand };
}

function settingsThatAreOn(settings: ChannelNotifications): string[] {
  const values: Readonly<Record<(typeof inheritedNotifications)[number], boolean>> = {
    desktop_notifications: settings.desktop,
    email_notifications: settings.email,
    push_notifications: settings.push,
    audible_notifications: settings.audible,
    wildcard_mentions_notify: settings.wildcardMentions,
  };
  return inheritedNotifications.filter((name) => values[name]);
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)].sort();

function compileProfile(profile: Profile): CompiledProfile {
  return {
    types: typesOf(profile),
    allPublic: profile.allPublic,
    narrow: compileNarrow(profile.narrow),
    form: formOf(profile),
    withheld: profile.withheld ?? [],
  };
}

function typesOf({ eventTypes: wanted, withheld }: Profile): ReadonlySet<string> | undefined {
  if (!withheld?.includes('contents')) return wanted && new Set(wanted);
  return new Set(wanted ?? eventTypes).difference(contentTypes);
}

/** Cache of the profiles of recently used queues, by their JSON text. */
export class SharedProfiles {
  readonly #known: LRUCache<string, { text: string; profile: CompiledProfile }>;

  constructor(max: number) {
    this.#known = new LRUCache({ max });
  }

  get size(): number {
    return this.#known.size;
  }

  /** Returns the compiled profile for a JSON text. Queues with equal texts share one object while it is cached. */
  get(text: string): { text: string; profile: CompiledProfile } {
    const known = this.#known.get(text);
    if (known) return known;
    const compiled = { text, profile: compileProfile(JSON.parse(text) as Profile) };
    this.#known.set(text, compiled);
    return compiled;
  }
}
