import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { roles } from '@parley/rules';

/** Builds the event `integrations.apps.changed`: apps or their commands have changed. */
export const appsChanged = (
  apps: readonly { id: number; bot_id: number; name: string; is_enabled: boolean }[],
  traceparent: string | undefined,
): Event =>
  clientEvent('integrations.apps.changed', { maxRole: roles.guest }, { type: 'apps', apps }, { traceparent });
