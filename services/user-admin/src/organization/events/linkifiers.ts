import { clientEvent, type FactValue } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone } from '@parley/rules';
import { presentLinkifier } from '../domain/linkifiers.ts';

/** `fact` contains data for other services, which use it for rendering messages. */
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
