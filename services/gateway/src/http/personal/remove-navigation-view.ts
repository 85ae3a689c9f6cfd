import { ok } from '../../edge/envelope.ts';
import { text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

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
