import { createHash } from 'node:crypto';
import { errors, errorText, ParleyError } from '@parley/core';
import { shortenTopic } from '@parley/rules';

/**
 * Rules that decide whether a person may edit, move or delete a message, and until when
 * (docs/api/messages.md#editing-and-moving). A time limit of null means no limit.
 */

/** A change that the user began within the time limit is still accepted this many seconds later. */
const graceSeconds = 20;

const resolvedPrefix = '✔ ';

/** The content that a message gets when an edit makes it empty. */
export const deletedContent = '(deleted)';

const isLate = (sentAt: number, limit: number | null, now: number): boolean =>
  limit !== null && now - sentAt > limit + graceSeconds;

export type EditFacts = {
  isSender: boolean;
  /** The organization's setting `allow_message_editing`. */
  editingAllowed: boolean;
  limitSeconds: number | null;
  sentAt: number;
  now: number;
};

export function decideContentEdit({ isSender, editingAllowed, limitSeconds, sentAt, now }: EditFacts): void {
  if (!editingAllowed) throw errors.badRequest('Your organization has turned off message editing');
  if (!isSender) throw errors.badRequest("You don't have permission to edit this message");
  if (isLate(sentAt, limitSeconds, now)) {
    throw errors.badRequest('The time limit for editing this message has past');
  }
}

/** Checks that the editor saw the stored content: the SHA-256 of the request, if any, must match. @throws EXPECTATION_MISMATCH */
export function checkPrevContent(expected: string | undefined, content: string): void {
  if (expected === undefined) return;
  if (createHash('sha256').update(content).digest('hex') === expected.toLowerCase()) return;
  throw errors.expectationMismatch('prev_content_sha256');
}

export type DeleteFacts = {
  /** Whether the caller, or a bot of the caller, sent the message. */
  isOwn: boolean;
  mayDeleteAny: boolean;
  mayDeleteOwn: boolean;
  limitSeconds: number | null;
  sentAt: number;
  now: number;
};

export function decideDelete(facts: DeleteFacts): void {
  if (facts.mayDeleteAny) return;
  if (!facts.isOwn || !facts.mayDeleteOwn) {
    throw errors.badRequest("You don't have permission to delete this message");
  }
  if (isLate(facts.sentAt, facts.limitSeconds, facts.now)) {
    throw errors.badRequest('The time limit for deleting this message has passed');
  }
}

export type ResolveChange = 'resolved' | 'unresolved' | undefined;

/**
 * Returns `resolved` or `unresolved` when a new topic differs only by the mark of resolved topics, which may shorten it to the limit;
 * otherwise undefined.
 */
export function resolveChange(from: string, to: string): ResolveChange {
  if (to === shortenTopic(resolvedPrefix + from)) return 'resolved';
  if (from === resolvedPrefix + to || (from === resolvedPrefix.trim() && to === '')) return 'unresolved';
  return undefined;
}

/** The display name of the empty topic is no stored name to which the mark could be added. @throws BAD_REQUEST */
export function checkResolvable(from: string, to: string, emptyTopicName: string): void {
  if (from !== '' || ![resolvedPrefix.trim(), resolvedPrefix + emptyTopicName].includes(to)) return;
  throw errors.badRequest(
    errorText('The topic {topic} cannot be marked as resolved.', { topic: emptyTopicName }),
  );
}

export type MoveFacts = {
  changesTopic: boolean;
  changesChannel: boolean;
  resolve: ResolveChange;
  mayResolve: boolean;
  mayMoveWithin: boolean;
  mayMoveOut: boolean;
};

export function decideMove(facts: MoveFacts): void {
  const refuse = () => errors.badRequest("You don't have permission to move this message");
  if (facts.changesChannel && !facts.mayMoveOut) throw refuse();
  if (!facts.changesTopic) return;
  if (facts.resolve !== undefined && !facts.changesChannel) {
    if (facts.mayResolve) return;
    throw errors.badRequest("You don't have permission to resolve topics.");
  }
  if (!facts.changesChannel && !facts.mayMoveWithin) throw refuse();
  if (facts.changesChannel && facts.resolve === undefined && !facts.mayMoveWithin) throw refuse();
}

export type MoveLimitFacts = {
  limitSeconds: number | null;
  now: number;
  /** Time at which the message that the request names was sent, in seconds since the Unix epoch. */
  sentAt: number;
  changesChannel: boolean;
  movesAll: boolean;
  /** `total`, and `movable` ones within the time limit. `firstMovableId` is the first movable message. */
  topic: { total: number; movable: number; firstMovableId: number | null };
};

/**
 * Checks the time limit of a move.
 * @throws BAD_REQUEST when the limit has passed for the message; MOVE_MESSAGES_TIME_LIMIT_EXCEEDED when a move of the whole topic
 * includes messages for which it has passed, and others for which it has not
 */
export function checkMoveLimit(facts: MoveLimitFacts): void {
  const { limitSeconds, now, sentAt, changesChannel, movesAll, topic } = facts;
  if (limitSeconds === null) return;
  if (movesAll && topic.movable < topic.total && topic.movable > 0) {
    throw new ParleyError(
      'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      errorText(
        'You only have permission to move the {movable}/{total} most recent messages in this topic.',
        { movable: topic.movable, total: topic.total },
      ),
      {
        first_message_id_allowed_to_move: topic.firstMovableId,
        total_messages_in_topic: topic.total,
        total_messages_allowed_to_move: topic.movable,
      },
    );
  }
  if (isLate(sentAt, limitSeconds, now)) {
    throw errors.badRequest(
      changesChannel
        ? "The time limit for editing this message's channel has passed."
        : "The time limit for editing this message's topic has passed.",
    );
  }
}
