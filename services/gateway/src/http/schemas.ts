import type { UserId } from '@parley/rules';
import { z } from 'zod';

export const maxIds = 100_000;

/** Maximum number of characters of an e-mail address or a name in a list. */
export const maxNameLength = 1_000;

export const userIdSchema = z.int().positive();
export const channelIdSchema = z.int().positive();
export const messageIdSchema = z.int().nonnegative();

export const userIdsSchema = z.array(userIdSchema).max(maxIds);

export const groupIdsSchema = z.array(z.int().positive()).max(maxIds);

/** A list of users: either all by ID, or all by API address. */
export const principalsSchema = z.union(
  [z.array(userIdSchema).max(maxIds), z.array(z.string().min(1).max(maxNameLength)).max(maxIds)],
  { error: 'is not a list of user IDs or a list of email addresses' },
);

export type Principals = z.infer<typeof principalsSchema>;

/** Converts a list of users to fields of requests to services. Two empty lists mean the caller. */
export function principalFields(principals: Principals | undefined): {
  principalUserIds: UserId[];
  principalEmails: string[];
} {
  const list: readonly (number | string)[] = principals ?? [];
  return {
    principalUserIds: list.filter((each) => typeof each === 'number'),
    principalEmails: list.filter((each) => typeof each === 'string'),
  };
}
