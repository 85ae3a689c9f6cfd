import { navigationViewSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getNavigationViews = route({
  method: 'GET',
  path: '/navigation_views',
  operation: 'get-navigation-views',
  summary: "Lists the views in the caller's sidebar.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({
    navigation_views: z.array(navigationViewSchema),
  }),
  async handle(ctx, _values, { call }) {
    const { navigationViewsJson } = await ctx.rpc.userAdmin.listNavigationViews({}, call);
    return ok({ navigation_views: raw(navigationViewsJson) });
  },
});
