import { knownOf, replaceView } from '../../apps/forms/views.ts';
import { slackView } from '../../domain/apps/view.ts';
import { slackState } from '../../domain/blocks/controls.ts';
import { requiredText, type SlackMethod, textOf } from '../method.ts';
import { recordUse } from '../record-use.ts';

/** Replaces an open form, which `view_id` or the app's own `external_id` names. With `hash`, only if it has not changed since. */
export const viewsUpdate: SlackMethod = {
  area: null,
  async run(call) {
    const { ctx, app, args, scope } = call;
    const viewId = textOf(args, 'view_id');
    const externalId = viewId === '' ? requiredText(args, 'external_id') : '';
    const expectedHash = textOf(args, 'hash') || undefined;
    const change = { viewId, externalId, value: args.view, expectedHash, tells: true };
    const open = await replaceView(ctx, app, change, scope);
    await recordUse(call, 'views.update');
    return { view: slackView(open.view, knownOf(app, open), slackState(open.view.blocks, [])) };
  },
};
