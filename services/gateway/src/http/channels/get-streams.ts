import { channelSchema } from '@parley/api';
import { Origin } from '@parley/proto/events/v1/event';
import { z } from 'zod';
import { members, ok, raw } from '../../edge/answer/envelope.ts';
import { boolean } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { sharedFields } from '../shared-fields.ts';

export const getStreams = route({
  method: 'GET',
  path: '/streams',
  operation: 'get-streams',
  summary: 'Lists channels that the caller may know of, by several filters.',
  auth: 'required',
  params: params({
    include_public: boolean().default(true),
    include_web_public: boolean().default(false),
    include_subscribed: boolean().default(true),
    exclude_archived: boolean().default(true),
    include_all: boolean().default(false),
    include_default: boolean().default(false),
    include_owner_subscribed: boolean().default(false),
    include_can_access_content: boolean().default(false),
    include_all_active: boolean().default(false).deprecated(),
  }),
  answer: z.strictObject({
    streams: z.array(channelSchema),
  }),
  async handle(ctx, values, { call }) {
    const { answer, shared } = await ctx.sharedTexts.read(Origin.CHANNEL, true, (options) =>
      ctx.rpc.channel.getChannels(
        {
          includePublic: values.include_public,
          includeWebPublic: values.include_web_public,
          includeSubscribed: values.include_subscribed,
          excludeArchived: values.exclude_archived,
          includeAll: values.include_all,
          includeDefault: values.include_default,
          includeOwnerSubscribed: values.include_owner_subscribed,
          includeCanAccessContent: values.include_can_access_content,
          includeAllActive: values.include_all_active,
          options,
        },
        call,
      ),
    );
    // The channel service of the previous release returns no state.
    if (!answer.state) return ok({ streams: raw(answer.streamsJson) });
    return ok(members(answer.state.fieldsJson), sharedFields(shared));
  },
});
