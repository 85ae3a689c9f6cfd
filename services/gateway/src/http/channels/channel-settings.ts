/** Settings of a channel, as its creation and its changes take them. */
import { errors } from '@parley/core';
import { z } from 'zod';
import { jsonOrText, oneOf } from '../../edge/parameter.ts';

export const topicsPolicyParameter = oneOf([
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
]);

export const retentionParameter = jsonOrText(
  z.union([z.int(), z.string()], { error: 'is not a number of days' }),
).describe('Days, `realm_default` or `unlimited`.');

const longestRetention = 2 ** 31 - 1;

/** -1 keeps for ever; `undefined` inherits the organization's setting. */
export function retentionDays(given: string | number | undefined): number | undefined {
  if (given === undefined || given === 'realm_default') return undefined;
  if (given === 'unlimited' || given === 'forever') return -1;
  const days = typeof given === 'number' || /^\d+$/.test(given) ? Number(given) : 0;
  if (days >= 1 && days <= longestRetention) return days;
  throw errors.badRequest(
    'Bad value for message_retention_days: a number of days, realm_default or unlimited',
  );
}
