import { knownOf, openView } from '../../apps/forms/views.ts';
import { isApprovedFor } from '../../apps/installed-app.ts';
import { tokenHash } from '../../apps/presses/press.ts';
import { findPressByToken } from '../../db/presses.ts';
import { findNewestView } from '../../db/views.ts';
import { slackView } from '../../domain/apps/view.ts';
import { slackState } from '../../domain/blocks/controls.ts';
import { readPlace } from '../../domain/place.ts';
import { requiredText, SlackError, type SlackMethod } from '../method.ts';
import { recordUse } from '../record-use.ts';

/** Seconds within which a press can open a form. Slack has 3; a form that appears later surprises. */
const openWithin = 10;

const opening = (isOver: boolean): SlackMethod => ({
  area: null,
  async run(call) {
    const { ctx, app, args, scope } = call;
    const press = await findPressByToken(ctx.db, tokenHash(requiredText(args, 'trigger_id')));
    if (press?.appId !== app.appId) throw new SlackError('invalid_trigger_id');
    if (press.ageSeconds > openWithin) throw new SlackError('expired_trigger_id');
    const { place, userId, clientId: pressId } = press;
    if (!isApprovedFor(app, readPlace(place))) throw new SlackError('not_in_channel');
    const below = isOver ? await findNewestView(ctx.db, app.appId, userId) : undefined;
    const open = await openView(ctx, app, { value: args.view, userId, place, pressId, below }, scope);
    await recordUse(call, isOver ? 'views.push' : 'views.open');
    return { view: slackView(open.view, knownOf(app, open), slackState(open.view.blocks, [])) };
  },
});

/** Opens a form for the person who made a press or gave a command a moment ago. */
export const viewsOpen = opening(false);

/** Opens a form over the one in which the person has pressed a control. */
export const viewsPush = opening(true);
