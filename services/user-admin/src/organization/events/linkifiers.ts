import { clientEvent, type FactValue } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone } from '@parley/rules';
import { presentLinkifier } from '../domain/linkifiers.ts';

/**
 * Builds the event of changed linkifiers. It carries all of them, also as the fact with which services render messages.
 */
export const linkifiersChanged = (
  all: readonly Parameters<typeof presentLinkifier>[0][],
  fact: FactValue,
): Event =>
  clientEvent(
    'user-admin.linkifiers.changed',
    everyone,
    { type: 'realm_linkifiers', realm_linkifiers: all.map(presentLinkifier) },
    { fact },
  );
