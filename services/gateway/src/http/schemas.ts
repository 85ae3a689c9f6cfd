import { z } from 'zod';

/** More IDs than this in one request are refused. */
export const maxIds = 100_000;

/** Of an address or a name in a list: longer than any that there is. */
export const maxNameLength = 1_000;

export const userIdSchema = z.int().positive();
export const channelIdSchema = z.int().positive();
export const messageIdSchema = z.int().nonnegative();

export const userIdsSchema = z.array(userIdSchema).max(maxIds);

export const groupIdsSchema = z.array(z.int().positive()).max(maxIds);

/** People by ID or by API address, all the same way. */
export const principalsSchema = z.union(
  [z.array(userIdSchema).max(maxIds), z.array(z.string().min(1).max(maxNameLength)).max(maxIds)],
  { error: 'is not a list of user IDs or a list of email addresses' },
);

export type Principals = z.infer<typeof principalsSchema>;

/** Both forms as the services take them; both empty for the caller. */
export function principalFields(principals: Principals | undefined): {
  principalUserIds: number[];
  principalEmails: string[];
} {
  const list: readonly (number | string)[] = principals ?? [];
  return {
    principalUserIds: list.filter((each) => typeof each === 'number'),
    principalEmails: list.filter((each) => typeof each === 'string'),
  };
}
