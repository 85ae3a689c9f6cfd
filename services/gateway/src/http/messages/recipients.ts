import { errors, errorText, firstItem, required } from '@parley/core';
import type { SendMessageRequest } from '@parley/proto/messaging/v1/messaging';
import { z } from 'zod';

/** Maximum number of entries of `to`, which is a name, an ID, or a list of either (docs/api/messages.md#sending). */
const maxRecipients = 10_000;
const nameSchema = z.string().max(1_000);

export const toSchema = z.union(
  [
    // The name of a channel, or e-mail addresses that are separated by commas.
    z.string().max(100_000),
    z.int(),
    z.array(nameSchema).max(maxRecipients),
    z.array(z.int()).max(maxRecipients),
  ],
  {
    error: 'is not a channel, or a list of user IDs, or a list of email addresses',
  },
);

export type To = z.infer<typeof toSchema>;

type Recipient = NonNullable<SendMessageRequest['recipient']>;

/** `to` may also be a list with one entry. @throws BAD_REQUEST when there is not exactly one channel, or no topic */
export function channelRecipient(to: To, topic: string | undefined): Recipient {
  if (Array.isArray(to) && to.length !== 1) throw errors.badRequest('Expected exactly one channel');
  if (topic === undefined) throw errors.badRequest('Missing topic');
  const channel = Array.isArray(to) ? firstItem<string | number>(to) : to;
  return {
    $case: 'channel',
    channel: {
      channel:
        typeof channel === 'number'
          ? { $case: 'channelId', channelId: channel }
          : { $case: 'name', name: channel },
      topic,
    },
  };
}

/** A text in `to` contains addresses separated by commas. @throws BAD_REQUEST */
export function directRecipient(to: To): Recipient {
  const list: readonly (string | number)[] = Array.isArray(to)
    ? to
    : typeof to === 'string'
      ? to.split(',')
      : [to];
  const userIds = list.filter((each) => typeof each === 'number');
  const emails = list
    .filter((each) => typeof each === 'string')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  if (userIds.length + emails.length === 0) throw errors.badRequest('Message must have recipients');
  if (userIds.some((id) => id <= 0))
    throw errors.badRequest(
      errorText('Invalid user ID {userId}', {
        userId: required(
          userIds.find((id) => id <= 0),
          'invalid user ID',
        ),
      }),
    );
  return { $case: 'direct', direct: { userIds, emails } };
}
