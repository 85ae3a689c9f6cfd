import { createHash } from 'node:crypto';
import { errors, errorText } from '@parley/core';
import type { DirectRecipients } from '@parley/proto/messaging/v1/messaging';
import type { UserId } from '@parley/rules';
import { maxDirectMembers } from '../limits.ts';

export type RecipientNames = { userIds: UserId[]; emails: string[] };

/** Parses the recipients of a direct message. @throws BAD_REQUEST when there are none, too many, or invalid ones */
export function parseDirectRecipients(given: DirectRecipients): RecipientNames {
  const userIds = [...new Set(given.userIds)];
  const emails = [...new Set(given.emails.map((email) => email.trim()).filter((email) => email !== ''))];
  if (userIds.length + emails.length === 0) throw errors.badRequest('Message must have recipients');
  if (userIds.length + emails.length > maxDirectMembers) {
    throw errors.badRequest(errorText('Too many recipients (maximum {limit})', { limit: maxDirectMembers }));
  }
  const invalid = userIds.find((id) => !Number.isSafeInteger(id) || id <= 0);
  if (invalid !== undefined)
    throw errors.badRequest(errorText('Invalid user ID {userId}', { userId: invalid }));
  return { userIds, emails };
}

/** The sender and the recipients, each once, ascending. @throws BAD_REQUEST when there are too many */
export function conversationMembers(senderId: UserId, recipientIds: readonly UserId[]): UserId[] {
  const members = [...new Set([senderId, ...recipientIds])].sort((a, b) => a - b);
  if (members.length > maxDirectMembers) {
    throw errors.badRequest(errorText('Too many recipients (maximum {limit})', { limit: maxDirectMembers }));
  }
  return members;
}

/** Returns the SHA-256 (32 bytes) that identifies a set of people. `members` must be in ascending order. */
export function memberHash(members: readonly number[]): Buffer {
  return createHash('sha256').update(members.join(',')).digest();
}
