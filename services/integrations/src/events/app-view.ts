import type { View } from '@parley/api';
import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import type { UserId } from '@parley/rules';

/** Builds the event `integrations.view.opened`: an app has opened a form for a person. */
export const viewOpened = (
  view: View,
  { userId, pressId }: { userId: UserId; pressId: string },
  traceparent: string | undefined,
): Event =>
  clientEvent(
    'integrations.view.opened',
    { userIds: [userId] },
    { type: 'app_view', op: 'open', view, press_id: pressId },
    { traceparent },
  );

export const viewUpdated = (view: View, userId: UserId, traceparent: string | undefined): Event =>
  clientEvent(
    'integrations.view.updated',
    { userIds: [userId] },
    { type: 'app_view', op: 'update', view },
    { traceparent },
  );

export const viewClosed = (viewId: string, userId: UserId, traceparent: string | undefined): Event =>
  clientEvent(
    'integrations.view.closed',
    { userIds: [userId] },
    { type: 'app_view', op: 'close', view_id: viewId },
    { traceparent },
  );
