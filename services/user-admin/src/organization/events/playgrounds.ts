import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone } from '@parley/rules';
import { presentPlayground } from '../domain/playgrounds.ts';

export const playgroundsChanged = (all: readonly Parameters<typeof presentPlayground>[0][]): Event =>
  clientEvent('user-admin.playgrounds.changed', everyone, {
    type: 'realm_playgrounds',
    realm_playgrounds: all.map(presentPlayground),
  });
