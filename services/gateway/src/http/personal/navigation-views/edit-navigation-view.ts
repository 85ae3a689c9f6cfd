import { ok } from '../../../edge/answer/envelope.ts';
import { boolean, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const editNavigationView = route({
  method: 'PATCH',
  path: '/navigation_views/{fragment}',
  takesRest: true,
  operation: 'edit-navigation-view',
  summary: 'Pins, hides or renames a view.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    fragment: text().inPath(),
    is_pinned: boolean().optional(),
    name: text().optional(),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.updateNavigationView(
      { fragment: values.fragment, isPinned: values.is_pinned, name: values.name },
      call,
    );
    return ok();
  },
});
