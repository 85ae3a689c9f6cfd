import type { AppChannels, AppCredentials } from '@parley/proto/integrations/v1/apps';
import type { Call } from '@parley/rpc';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { integer, json } from '../../../edge/declaration/parameter.ts';

export const appId = () => integer({ min: 0 }).inPath();

export const approvedChannels = () =>
  json(z.union([z.array(z.int().min(0)).max(1_000), z.literal('all')]))
    .optional()
    .describe('The channels in which the app may act, or `"all"`.');

/** Returns the approved channels of a request; undefined when it leaves them as they are. */
export const channelsOf = (value: readonly number[] | 'all' | undefined): AppChannels | undefined =>
  value === undefined ? undefined : { isAll: value === 'all', channelIds: value === 'all' ? [] : [...value] };

/** Returns the credentials of an app for an administrator. @throws ACCESS_DENIED for an API key with limits */
export const presentCredentials = (
  { token = '', signingSecret = '', apiUrl = '' }: Partial<AppCredentials> = {},
  call: Call,
) => ({
  token: handOut('app token', token, call.principal),
  signing_secret: handOut('webhook secret', signingSecret, call.principal),
  api_url: apiUrl,
});
