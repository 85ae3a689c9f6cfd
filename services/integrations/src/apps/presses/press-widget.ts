import { errors, ParleyError } from '@parley/core';
import type { Scope } from '@parley/facts';
import { type ControlValue, PressBlockResponse } from '@parley/proto/integrations/v1/apps';
import type { UserId } from '@parley/rules';
import { widgetChange } from '@parley/rules/widgets';
import type { Ctx } from '../../context.ts';
import { findControl } from '../../domain/blocks/controls.ts';
import type { PressedWidget } from './containers.ts';
import { pressOnce } from './press.ts';
import { blocksOfWidget } from './widget-blocks.ts';

/**
 * Presses a block of a poll or to-do list: it becomes the submessage that clients write that show these as widgets, so that both see the same state.
 * A repeated press with the same ID changes nothing more.
 * @throws BAD_REQUEST when there is no such control
 */
export async function pressWidget(
  ctx: Ctx,
  { widget, message, place }: PressedWidget,
  { pressId, pressed, userId }: { pressId: string; pressed: ControlValue; userId: UserId },
  scope: Scope,
): Promise<PressBlockResponse> {
  const blocks = blocksOfWidget(widget, new Map(), undefined);
  if (!findControl(blocks, pressed.blockId, pressed.actionId))
    throw errors.badRequest('There is no such control.');
  const own = message.submessages.filter((each) => each.sender_id === userId).length;
  const { outcome, reason } = await pressOnce(
    ctx,
    undefined,
    { clientId: pressId, userId, place, messageId: message.id, use: 'press' },
    async () => {
      const change = widgetChange(widget, pressed, { userId, own });
      if (!change) return { outcome: 'done', reason: '' };
      try {
        const content = JSON.stringify(change);
        await ctx.messaging.addSubmessage({ messageId: message.id, msgType: 'widget', content }, scope.call);
        return { outcome: 'done', reason: '' };
      } catch (error) {
        if (!(error instanceof ParleyError) || error.status >= 500) throw error;
        return { outcome: 'failed', reason: 'refused' };
      }
    },
    scope,
  );
  return PressBlockResponse.create({ reaction: { outcome, reason } });
}
