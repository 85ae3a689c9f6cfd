import { createHash } from 'node:crypto';
import { errors, ParleyError } from '@parley/core';

/**
 * Who may change a message, and how long (contract, PATCH and DELETE /messages/{id}; settings of the
 * organization). A limit of null is none.
 */

/** Seconds that a limit is exceeded by before it is refused: an editor was opened in time. */
const grace = 20;

/** Topics that are done begin with this. */
const resolvedPrefix = '✔ ';

/** What an empty edit leaves. */
export const deletedContent = '(deleted)';

const isLate = (sentAt: number, limit: number | null, now: number): boolean =>
  limit !== null && now - sentAt > limit + grace;

export type EditFacts = {
  isSender: boolean;
  /** By the organization's setting. */
  editingAllowed: boolean;
  limitSeconds: number | null;
  sentAt: number;
  now: number;
};

/** @throws BAD_REQUEST when the content may not be edited */
export function decideContentEdit({ isSender, editingAllowed, limitSeconds, sentAt, now }: EditFacts): void {
  if (!editingAllowed) throw errors.badRequest('Your organization has turned off message editing');
  if (!isSender) throw errors.badRequest("You don't have permission to edit this message");
  if (isLate(sentAt, limitSeconds, now)) {
    throw errors.badRequest('The time limit for editing this message has past');
  }
}

/** @throws EXPECTATION_MISMATCH when the editor began from another content */
export function checkPrevContent(expected: string | undefined, content: string): void {
  if (expected === undefined) return;
  if (createHash('sha256').update(content).digest('hex') === expected.toLowerCase()) return;
  throw errors.expectationMismatch('prev_content_sha256');
}

export type DeleteFacts = {
  /** They sent it, or it is their bot's. */
  isOwn: boolean;
  mayDeleteAny: boolean;
  mayDeleteOwn: boolean;
  limitSeconds: number | null;
  sentAt: number;
  now: number;
};

/** @throws BAD_REQUEST when the message may not be deleted */
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

/** Whether a change of topic only marks it as resolved, or takes the mark away. */
export function resolveChange(from: string, to: string): ResolveChange {
  if (to === resolvedPrefix + from) return 'resolved';
  if (from === resolvedPrefix + to || (from === resolvedPrefix.trim() && to === '')) return 'unresolved';
  return undefined;
}

/**
 * The empty topic has no name to put the mark before.
 * @throws BAD_REQUEST when a change would mark it as resolved
 */
export function checkResolvable(from: string, to: string, emptyTopicName: string): void {
  if (from !== '' || ![resolvedPrefix.trim(), resolvedPrefix + emptyTopicName].includes(to)) return;
  throw errors.badRequest(`The topic ${emptyTopicName} cannot be marked as resolved.`);
}

export type MoveFacts = {
  changesTopic: boolean;
  changesChannel: boolean;
  resolve: ResolveChange;
  mayResolve: boolean;
  mayMoveWithin: boolean;
  mayMoveOut: boolean;
};

/** @throws BAD_REQUEST when messages may not be moved so */
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
  /** Of the message that was named. */
  sentAt: number;
  changesChannel: boolean;
  movesAll: boolean;
  /** Of the topic: all messages, those young enough, and the first of these. */
  topic: { total: number; movable: number; firstMovableId: number | null };
};

/** @throws BAD_REQUEST, MOVE_MESSAGES_TIME_LIMIT_EXCEEDED when it is too late to move them */
export function checkMoveLimit(facts: MoveLimitFacts): void {
  const { limitSeconds, now, sentAt, changesChannel, movesAll, topic } = facts;
  if (limitSeconds === null) return;
  if (movesAll && topic.movable < topic.total && topic.movable > 0) {
    throw new ParleyError(
      'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      `You only have permission to move the ${topic.movable}/${topic.total} most recent messages in this topic.`,
      {
        first_message_id_allowed_to_move: topic.firstMovableId,
        total_messages_in_topic: topic.total,
        total_messages_allowed_to_move: topic.movable,
      },
    );
  }
  if (isLate(sentAt, limitSeconds, now)) {
    const what = changesChannel ? 'channel' : 'topic';
    throw errors.badRequest(`The time limit for editing this message's ${what} has passed.`);
  }
}
