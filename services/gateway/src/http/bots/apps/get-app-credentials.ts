import { appCredentialsSchema } from '@parley/api';
import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { boolean } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { appId, presentCredentials } from './app-parts.ts';

export const getAppCredentials = route({
  method: 'POST',
  path: '/apps/{app_id}/credentials',
  operation: 'get-app-credentials',
  summary: 'Returns the token and the signing secret of an app, or new ones. Only for administrators.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    app_id: appId(),
    renew: boolean().default(false).describe('Replaces both. The former ones end at once.'),
  }),
  answer: z.strictObject({ credentials: appCredentialsSchema }),
  async handle(ctx, { app_id: appId, renew }, { call }) {
    const { credentials } = await ctx.rpc.integrations.getAppCredentials({ appId, renew }, call);
    return ok({ credentials: presentCredentials(credentials, call) });
  },
});
