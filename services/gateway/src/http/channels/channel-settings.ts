import { errors } from '@parley/core';
import { limits } from '@parley/rules';
import { z } from 'zod';
import { boolean, integer, jsonOrText, oneOf } from '../../edge/declaration/parameter.ts';

export const topicsPolicyParameter = oneOf([
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
]);

export const retentionParameter = jsonOrText(
  z.union([z.int(), z.string()], { error: 'is not a number of days' }),
).describe('Days, `realm_default` or `unlimited`.');

/** Deprecated parameters that newer clients replace by `can_send_message_group` (docs/api/requests.md#versions). */
export const postPolicyParams = {
  stream_post_policy: integer({ min: 1, max: 4 })
    .optional()
    .deprecated()
    .describe('Who may post: 1 everyone, 2 administrators, 3 full members, 4 moderators.'),
  is_announcement_only: boolean().optional().deprecated().describe('Whether administrators alone may post.'),
};

/** Returns the policy (1 to 4) from one of the deprecated parameters; 0 when neither was sent. */
export function postPolicy(values: {
  stream_post_policy: number | undefined;
  is_announcement_only: boolean | undefined;
}): number {
  if (values.stream_post_policy !== undefined) return values.stream_post_policy;
  if (values.is_announcement_only === undefined) return 0;
  return values.is_announcement_only ? 2 : 1;
}

/**
 * Returns the number of days for which messages are kept. -1 keeps them forever; undefined uses the organization's setting.
 * @throws BAD_REQUEST for a value that is neither a number of days up to the limit of all settings, nor one of the words
 */
export function retentionDays(given: string | number | undefined): number | undefined {
  if (given === undefined || given === 'realm_default') return undefined;
  if (given === 'unlimited' || given === 'forever') return -1;
  const days = typeof given === 'number' || /^\d+$/.test(given) ? Number(given) : 0;
  if (days >= 1 && days <= limits.settingDays) return days;
  throw errors.badRequest(
    'Bad value for message_retention_days: a number of days, realm_default or unlimited',
  );
}
