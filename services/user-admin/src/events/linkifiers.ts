import type { Event } from '@parley/proto/events/v1/event';
import type { Fact } from '@parley/proto/events/v1/facts';
import { presentLinkifier } from '../domain/linkifiers.ts';
import { clientEvent, everyone } from './client-event.ts';

/** All linkifiers as they are now; with the fact, what messages are rendered with matches them. */
export const linkifiersChanged = (
  all: readonly Parameters<typeof presentLinkifier>[0][],
  fact: Fact['value'],
): Event =>
  clientEvent(
    'user-admin.linkifiers.changed',
    everyone,
    { type: 'realm_linkifiers', realm_linkifiers: all.map(presentLinkifier) },
    fact,
  );
