import { appSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { boolean, freeText, json } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { appId, approvedChannels, channelsOf } from './app-parts.ts';

export const updateApp = route({
  method: 'PATCH',
  path: '/apps/{app_id}',
  operation: 'update-app',
  summary:
    'Changes an app: its manifest, its events, its channels, whether it is turned on. Only for administrators.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    app_id: appId(),
    manifest: freeText(100_000).optional().describe('JSON text, in Parley’s or Slack’s form.'),
    is_enabled: boolean()
      .optional()
      .describe('An app that is turned off can do nothing, anywhere, from now on.'),
    channel_ids: approvedChannels(),
    events: json(z.array(z.string().max(100)).max(50))
      .optional()
      .describe('Kinds of events that are sent to the app, in place of those of its manifest.'),
  }),
  answer: z.strictObject({ app: appSchema }),
  async handle(ctx, { app_id: appId, manifest, is_enabled: isEnabled, channel_ids, events }, { call }) {
    const request = {
      appId,
      manifest,
      isEnabled,
      channels: channelsOf(channel_ids),
      events: events && { kinds: events },
    };
    const { appData } = await ctx.rpc.integrations.updateApp(request, call);
    return ok({ app: raw(appData) });
  },
});
