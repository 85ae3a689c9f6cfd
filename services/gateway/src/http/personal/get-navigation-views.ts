import { getNavigationViewsAnswer } from '@parley/api/operations';
import { ok, raw } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getNavigationViews = route({
  method: 'GET',
  path: '/navigation_views',
  operation: 'get-navigation-views',
  summary: "Lists the views in the caller's sidebar.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: getNavigationViewsAnswer,
  async handle(ctx, _values, { call }) {
    const { navigationViewsJson } = await ctx.rpc.userAdmin.listNavigationViews({}, call);
    return ok({ navigation_views: raw(navigationViewsJson) });
  },
});
