import { ok } from '../../edge/envelope.ts';
import { boolean, text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const addNavigationView = route({
  method: 'POST',
  path: '/navigation_views',
  operation: 'add-navigation-view',
  summary: 'Adds a view, or pins or hides a built-in view.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    fragment: text(),
    is_pinned: boolean(),
    name: text().optional().describe('Not for built-in views.'),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.addNavigationView(
      { fragment: values.fragment, isPinned: values.is_pinned, name: values.name },
      call,
    );
    return ok();
  },
});
