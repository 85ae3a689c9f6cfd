import type { Call } from '@parley/rpc';
import { describeOrganizationSetting, fromOrganizationFacts } from '@parley/settings';
import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { ok } from '../../edge/answer/envelope.ts';
import { text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getGifs = route({
  method: 'GET',
  path: '/gifs',
  operation: 'get-gifs',
  summary:
    'Searches GIFs at the provider that the organization has chosen. Clients request nothing from the provider.',
  auth: 'required',
  params: params({
    query: text(1_000).default('').describe('What to search for. Without it, what is popular at present.'),
    language: text(2).default('').describe('The language of the query, such as `de`.'),
    position: text(500).default('').describe('`next_position` of the page before.'),
  }),
  answer: z.strictObject({
    /** `none` when GIFs are turned off in this organization. */
    provider: z.string(),
    gifs: z.array(
      z.strictObject({
        title: z.string(),
        /** Address at the provider, for messages. Readers load it through this server, too. */
        url: z.string(),
        /** Path of a small animation on this server. */
        preview_url: z.string(),
        preview_width: z.int(),
        preview_height: z.int(),
      }),
    ),
    /** Empty when there are no more. */
    next_position: z.string(),
  }),
  async handle(ctx, { query, language, position }, { call }) {
    const { provider, rating } = await gifSettings(ctx, call);
    if (provider === 'none' || rating === 0) return ok({ provider: 'none', gifs: [], next_position: '' });
    const { gifs, nextPosition } = await ctx.rpc.upload.searchGifs(
      { provider, rating, query, language, position },
      call,
    );
    return ok({
      provider,
      gifs: gifs.map(({ title, url, previewPath, width, height }) => ({
        title,
        url,
        preview_url: previewPath,
        preview_width: width,
        preview_height: height,
      })),
      next_position: nextPosition,
    });
  },
});

/** Returns the organization's settings of GIFs. Only stored ones are sent, so the others have their defaults. */
async function gifSettings({ rpc }: Ctx, call: Call): Promise<{ provider: string; rating: number }> {
  const { settings } = fromOrganizationFacts(await rpc.userAdmin.getOrganization({}, call));
  const settingOf = (name: 'gif_provider' | 'gif_rating_policy') => {
    const { schema, default: fallback } = describeOrganizationSetting(name);
    const stored = schema.safeParse(settings[name]);
    return stored.success ? stored.data : fallback;
  };
  return { provider: String(settingOf('gif_provider')), rating: Number(settingOf('gif_rating_policy')) };
}
