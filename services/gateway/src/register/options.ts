import { errors, errorText, type Visitor, visitor } from '@parley/core';
import { z } from 'zod';
import type { Caller } from '../auth/caller-cache.ts';
import { clientGravatar } from '../edge/declaration/client-gravatar.ts';
import { boolean, integer, integerOrWord, json, oneOf } from '../edge/declaration/parameter.ts';
import { params, type Values } from '../edge/declaration/params.ts';
import { allFetchTypes } from './fetch-types.ts';

const maxNames = 1_000;

/** Idle timeout of the queue of a phone, in seconds: the queue is deleted after this time without a poll. */
const mobileIdleSeconds = 12 * 3_600;
/** Maximum idle timeout in seconds: the field in the call to event-queue is an int32. */
const maxIdleSeconds = 2 ** 31 - 1;

const typesSchema = z.array(z.string().max(100)).max(maxNames);
const termTextSchema = z.string().max(1_000);

const narrowTermSchema = z.union(
  [
    z.tuple([termTextSchema, termTextSchema]),
    // A queue cannot negate a term. Ignoring `negated` would deliver exactly the unwanted events, so `true` is refused.
    z.object({ operator: termTextSchema, operand: termTextSchema, negated: z.literal(false).optional() }),
  ],
  { error: 'is not a pair of strings' },
);

/** Parameters of POST /register. GET /events accepts them too (docs/api/register.md#parameters). */
export const registerParameters = {
  apply_markdown: boolean().optional().assumes(false),
  client_gravatar: clientGravatar(),
  include_subscribers: oneOf(['true', 'false', 'partial']).optional().assumes('false'),
  slim_presence: boolean().optional().assumes(false),
  presence_history_limit_days: integer({ min: 0, max: 36_500 }).optional().assumes(14),
  event_types: json(typesSchema).optional().describe('All by default.'),
  fetch_event_types: json(typesSchema)
    .optional()
    .describe('Types whose initial data is wanted; by default those of event_types.'),
  all_public_streams: boolean().optional().assumes(false),
  narrow: json(z.array(narrowTermSchema).max(100)).optional().assumes([]),
  client_capabilities: json(
    z
      .record(z.string().max(60), z.boolean())
      .refine((all) => Object.keys(all).length <= 100, { error: 'has too many members (limit: 100)' }),
  ).optional(),
  idle_queue_timeout: integerOrWord({ min: 0, max: Number.MAX_SAFE_INTEGER }, { mobile: mobileIdleSeconds })
    .optional()
    .describe('Seconds, or `mobile` for 12 hours. The server bounds it; the answer says what counts.'),
};

const declared = params(registerParameters);

export type RegisterValues = Values<typeof declared>;

/** The parsed parameters of a registration. */
export type RegisterRequest = {
  applyMarkdown: boolean;
  includeSubscribers: 'true' | 'false' | 'partial';
  slimPresence: boolean;
  presenceHistoryLimitDays: number;
  eventTypes: string[] | undefined;
  /** Types of data in the response; all types when the client does not choose. */
  fetchTypes: readonly string[];
  allPublicStreams: boolean;
  narrow: { operator: string; operand: string }[];
  capabilities: string[];
  /** Idle timeout of the queue in seconds; 0 for the server's default. */
  idleTimeoutSeconds: number;
  isVisitor: boolean;
};

export const isRegistration = (values: RegisterValues): boolean =>
  declared.names.some((name) => values[name as keyof RegisterValues] !== undefined);

/** @throws BAD_REQUEST when a visitor requests data that only members may see */
export function readRegistration(values: RegisterValues, caller: Caller | Visitor): RegisterRequest {
  const isVisitor = caller === visitor;
  const includeSubscribers = values.include_subscribers ?? 'false';
  if (isVisitor) {
    if (values.client_gravatar) throw notForAnonymous('client_gravatar');
    if (includeSubscribers !== 'false') throw notForAnonymous('include_subscribers');
  }
  const chosen = values.fetch_event_types ?? values.event_types;
  return {
    applyMarkdown: values.apply_markdown ?? false,
    includeSubscribers,
    slimPresence: values.slim_presence ?? false,
    presenceHistoryLimitDays: values.presence_history_limit_days ?? 14,
    eventTypes: values.event_types,
    fetchTypes: chosen ? [...new Set(chosen.map(canonicalFetchType))] : allFetchTypes,
    allPublicStreams: values.all_public_streams ?? false,
    narrow: (values.narrow ?? []).map((term) =>
      Array.isArray(term) ? { operator: term[0], operand: term[1] } : term,
    ),
    capabilities: Object.entries(values.client_capabilities ?? {})
      .filter(([, has]) => has === true)
      .map(([name]) => name),
    idleTimeoutSeconds: Math.min(values.idle_queue_timeout ?? 0, maxIdleSeconds),
    isVisitor,
  };
}

/** Returns the type for a name that clients may send. `subscriptions` is another name of `subscription`. */
const canonicalFetchType = (type: string): string => (type === 'subscriptions' ? 'subscription' : type);

const notForAnonymous = (name: string) =>
  errors.badRequest(errorText("Invalid '{name}' parameter for anonymous request", { name }));
