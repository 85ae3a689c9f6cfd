import { appCredentialsSchema, appSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { freeText } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { approvedChannels, channelsOf, presentCredentials } from './app-parts.ts';

export const installApp = route({
  method: 'POST',
  path: '/apps',
  operation: 'install-app',
  summary: 'Installs an app by its manifest, with a bot of its own. Only for administrators.',
  auth: 'required',
  params: params({
    manifest: freeText(100_000).describe('JSON text, in Parley’s or Slack’s form.'),
    channel_ids: approvedChannels(),
  }),
  answer: z.strictObject({ app: appSchema, credentials: appCredentialsSchema }),
  async handle(ctx, { manifest, channel_ids }, { call }) {
    const request = { manifest, channels: channelsOf(channel_ids) };
    const { appData, credentials } = await ctx.rpc.integrations.installApp(request, call);
    return ok({ app: raw(appData), credentials: presentCredentials(credentials, call) });
  },
});
