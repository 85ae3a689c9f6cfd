import { tokenHash } from '../../apps/press.ts';
import { knownOf, openView } from '../../apps/views.ts';
import { findPressByToken } from '../../db/presses.ts';
import { slackState } from '../../domain/blocks/controls.ts';
import { slackView } from '../../domain/view.ts';
import { requiredText, SlackError, type SlackMethod } from '../method.ts';
import { recordUse } from '../record-use.ts';

/** Seconds within which a press can open a form. Slack has 3; a form that appears later surprises. */
const openWithin = 10;

/** Opens a form for the person who made a press or gave a command a moment ago. */
export const viewsOpen: SlackMethod = {
  area: null,
  async run(call) {
    const { ctx, app, args, scope } = call;
    const press = await findPressByToken(ctx.db, tokenHash(requiredText(args, 'trigger_id')));
    if (press?.appId !== app.appId) throw new SlackError('invalid_trigger_id');
    if (press.ageSeconds > openWithin) throw new SlackError('expired_trigger_id');
    const { place, userId, clientId: pressId } = press;
    const open = await openView(ctx, app, { value: args.view, userId, place, pressId }, scope);
    await recordUse(call, 'views.open');
    return { view: slackView(open.view, knownOf(app, open), slackState(open.view.blocks, [])) };
  },
};

/** As `views.open`: a form over another one is a further form here. */
export const viewsPush: SlackMethod = viewsOpen;
