import { Event, Origin } from '@parley/proto/events/v1/event';
import type { SystemGroupIds } from '../domain/organization-settings.ts';
import { groupFact, type StoredGroup } from '../domain/present-group.ts';

/** All settings of the organization, for caches. `settings` as `sharedSettings` gives them. */
export function organizationCreated(settings: Record<string, unknown>): Event {
  return Event.fromPartial({
    kind: 'user-admin.organization.created',
    origin: Origin.USER_ADMIN,
    fact: {
      value: {
        $case: 'organizationChanged',
        organizationChanged: { settingsJson: Buffer.from(JSON.stringify(settings)) },
      },
    },
  });
}

/** A group that is there before anybody could look. */
export function systemGroupCreated(group: StoredGroup, systemGroups: SystemGroupIds): Event {
  return Event.fromPartial({
    kind: 'user-admin.group.created',
    origin: Origin.USER_ADMIN,
    fact: { value: { $case: 'groupChanged', groupChanged: { group: groupFact(group, systemGroups) } } },
  });
}
