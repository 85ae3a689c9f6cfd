import { isVisible } from '@parley/event-log';
import type { CreateQueueRequest } from '@parley/proto/eventqueue/v1/event_queue';
import { type Form, formOf } from '../domain/form.ts';
import { compileNarrow, type MessageTest, type NarrowTerm } from '../domain/narrow.ts';
import type { Seen } from '../domain/reading.ts';

/** What a snapshot of an origin saw; `lsn` is the write-ahead position after it was taken. */
export type OriginSnapshot = {
  origin: number;
  xmin: number;
  xmax: number;
  inProgress: number[];
  lsn: number;
};

/** A queue as it is stored. Written by every release: fields are added, never changed. */
export type QueueRecord = {
  /** Events with larger IDs belong to the queue. */
  start: number;
  idleSeconds: number;
  /** JSON text of a `Profile`: equal profiles are kept once in memory. */
  profile: string;
  /** Empty once the queue's owner has acknowledged everything that they could have seen. */
  snapshots: OriginSnapshot[];
  /** Position at which the log had passed every snapshot; 0 before that. */
  settledAt: number;
  /** The person's rights (below) are those at this position; while not settled, those the snapshots saw. */
  position: number;
  channels: number[];
  role: number;
};

/** What a client asked for at registration. */
export type Profile = {
  eventTypes?: string[];
  allPublic: boolean;
  narrow: NarrowTerm[];
  capabilities: string[];
  applyMarkdown: boolean;
  clientGravatar: boolean;
  slimPresence: boolean;
  client: string;
};

/** A profile ready for use. */
export type CompiledProfile = {
  types: ReadonlySet<string> | undefined;
  allPublic: boolean;
  narrow: MessageTest | undefined;
  form: Form;
};

export function profileOf(request: CreateQueueRequest): Profile {
  const { filter } = request;
  return {
    ...(filter?.hasEventTypes && { eventTypes: [...new Set(filter.eventTypes)].sort() }),
    allPublic: filter?.allPublicStreams ?? false,
    narrow: (filter?.narrow ?? []).map(({ operator, operand }) => ({ operator, operand })),
    capabilities: [...new Set(request.capabilities)].sort(),
    applyMarkdown: request.applyMarkdown,
    clientGravatar: request.clientGravatar,
    slimPresence: request.slimPresence,
    client: request.clientName,
  };
}

/** @throws BAD_REQUEST when the narrow has an operator that queues do not support. */
export function compileProfile(profile: Profile): CompiledProfile {
  return {
    types: profile.eventTypes && new Set(profile.eventTypes),
    allPublic: profile.allPublic,
    narrow: compileNarrow(profile.narrow),
    form: formOf(profile),
  };
}

const maxShared = 1000;
const shared = new Map<string, { text: string; profile: CompiledProfile }>();

/** The profile of a record, and its text; one object for all queues with equal profiles. */
export function sharedProfile(text: string): { text: string; profile: CompiledProfile } {
  const known = shared.get(text);
  if (known) return known;
  const made = { text, profile: compileProfile(JSON.parse(text) as Profile) };
  if (shared.size < maxShared) shared.set(text, made);
  return made;
}

/** Whether a transaction is part of what a registration was given. */
export function seenBy(snapshots: readonly OriginSnapshot[]): Seen | undefined {
  if (snapshots.length === 0) return undefined;
  return (origin, transactionId) => {
    for (const snapshot of snapshots) {
      if (snapshot.origin === origin) return isVisible(transactionId, snapshot);
    }
    return false;
  };
}
