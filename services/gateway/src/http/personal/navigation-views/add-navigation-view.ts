import { ok } from '../../../edge/answer/envelope.ts';
import { boolean, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

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
