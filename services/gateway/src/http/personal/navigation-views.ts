import { ok, raw } from '../../edge/envelope.ts';
import { boolean, text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getNavigationViews = route({
  method: 'GET',
  path: '/navigation_views',
  operation: 'get-navigation-views',
  summary: "Views in the caller's sidebar.",
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call }) {
    const { navigationViewsJson } = await ctx.rpc.userAdmin.listNavigationViews({}, call, {
      idempotent: true,
    });
    return ok({ navigation_views: raw(navigationViewsJson) });
  },
});

export const addNavigationView = route({
  method: 'POST',
  path: '/navigation_views',
  operation: 'add-navigation-view',
  summary: 'Pins or hides a built-in view, or adds one (specification, 16).',
  auth: 'required',
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

export const updateNavigationView = route({
  method: 'PATCH',
  path: '/navigation_views/{fragment}',
  operation: 'edit-navigation-view',
  summary: 'Pins, hides or renames a view (specification, 15).',
  auth: 'required',
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

export const removeNavigationView = route({
  method: 'DELETE',
  path: '/navigation_views/{fragment}',
  operation: 'remove-navigation-view',
  summary: 'Removes a view; a built-in one is again as it comes.',
  auth: 'required',
  params: params({ fragment: text().inPath() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.removeNavigationView({ fragment: values.fragment }, call);
    return ok();
  },
});
