import { type ClientEvent, clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import type { UserId } from '@parley/rules';

/** Builds the event `integrations.block.pressed`: a person pressed a control of a message of a bot that has no address. */
export const blockPressed = (
  press: Omit<ClientEvent<'block_action'>, 'type'>,
  botId: UserId,
  traceparent: string | undefined,
): Event =>
  clientEvent(
    'integrations.block.pressed',
    { userIds: [botId] },
    { type: 'block_action', ...press },
    { traceparent },
  );
