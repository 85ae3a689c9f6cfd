import type { Registry } from 'prom-client';
import type { Ctx as OrganizationCtx } from '../organization/context.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Ctx as PresenceCtx } from '../presence/context.ts';
import type { PeopleListCache } from './people-list.ts';
import type { Telemetry } from './telemetry.ts';

/** Dependencies that all modules about people share. */
export type Ctx = OrganizationCtx &
  PresenceCtx & {
    registry: Registry;
    peopleLists: PeopleListCache;
    outbox: Outbox;
    telemetry: Telemetry;
  };
