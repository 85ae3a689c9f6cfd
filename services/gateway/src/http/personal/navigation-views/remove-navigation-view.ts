import { ok } from '../../../edge/answer/envelope.ts';
import { text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const removeNavigationView = route({
  method: 'DELETE',
  path: '/navigation_views/{fragment}',
  takesRest: true,
  operation: 'remove-navigation-view',
  summary: 'Removes a view; a built-in view gets its default settings.',
  auth: 'required',
  changes: 'nothing',
  params: params({ fragment: text().inPath() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.removeNavigationView({ fragment: values.fragment }, call);
    return ok();
  },
});
