import { createHash } from 'node:crypto';
import { errors } from '@parley/core';
import type { DirectRecipients } from '@parley/proto/messaging/v1/messaging';
import { maxDirectMembers } from './limits.ts';

/** Whom a direct message is for, as sent: IDs or addresses. */
export type RecipientNames = { userIds: number[]; emails: string[] };

/** Reads the recipients of a direct message. @throws BAD_REQUEST when there are none, or what is there is none. */
export function parseDirectRecipients(given: DirectRecipients): RecipientNames {
  const userIds = [...new Set(given.userIds)];
  const emails = [...new Set(given.emails.map((email) => email.trim()).filter((email) => email !== ''))];
  if (userIds.length + emails.length === 0) throw errors.badRequest('Message must have recipients');
  if (userIds.length + emails.length > maxDirectMembers) {
    throw errors.badRequest(`Too many recipients (maximum ${maxDirectMembers})`);
  }
  const bad = userIds.find((id) => !Number.isSafeInteger(id) || id <= 0);
  if (bad !== undefined) throw errors.badRequest(`Invalid user ID ${bad}`);
  return { userIds, emails };
}

/** The people of a conversation: the sender and the recipients, each once, ascending. */
export function conversationMembers(senderId: number, recipientIds: readonly number[]): number[] {
  const members = [...new Set([senderId, ...recipientIds])].sort((a, b) => a - b);
  if (members.length > maxDirectMembers) {
    throw errors.badRequest(`Too many recipients (maximum ${maxDirectMembers})`);
  }
  return members;
}

/** What identifies a set of people, 32 bytes. */
export function memberHash(members: readonly number[]): Buffer {
  return createHash('sha256').update(members.join(',')).digest();
}
