import { userSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

/** Number of suggestions of each kind. */
const limit = 10;

export const getSearchSuggestions = route({
  method: 'GET',
  path: '/search/suggestions',
  operation: 'get-search-suggestions',
  summary: 'Suggests people, channels and topics for what is typed into the search, and a correction.',
  auth: 'required',
  awaits: 'facts',
  params: params({
    query: text(1_000).describe('What is typed, with the grammar of the operator `search`.'),
  }),
  answer: z.strictObject({
    people: z.array(userSchema),
    channels: z.array(z.strictObject({ stream_id: z.int(), name: z.string() })),
    topics: z.array(
      z.strictObject({
        stream_id: z.int(),
        name: z.string(),
        /** The newest message of the topic that the user may read. */
        max_id: z.int(),
      }),
    ),
    /** The query with corrected words; null when messages fit it, or none fit a correction. */
    did_you_mean: z.string().nullable(),
  }),
  async handle(ctx, { query }, { call }) {
    const [{ usersJson }, { channels }, { topics, didYouMean }] = await Promise.all([
      ctx.rpc.userAdmin.findNamedUsers({ query, limit }, call),
      ctx.rpc.channel.findNamedChannels({ query, limit }, call),
      ctx.rpc.messaging.findSuggestions({ query, limit }, call),
    ]);
    return ok({
      people: raw(usersJson),
      channels: channels.map(({ channelId, name }) => ({ stream_id: channelId, name })),
      topics: topics.map(({ channelId, topic, maxId }) => ({
        stream_id: channelId,
        name: topic,
        max_id: maxId,
      })),
      did_you_mean: didYouMean ?? null,
    });
  },
});
