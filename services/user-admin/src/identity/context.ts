import type { Registry } from 'prom-client';
import type { Ctx as OrganizationCtx } from '../organization/context.ts';
import type { Ctx as PresenceCtx } from '../presence/context.ts';
import type { PeopleListCache } from './accounts/people-list.ts';
import type { Passwords } from './credentials/passwords.ts';
import type { Sealer } from './domain/secrets.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Telemetry } from './telemetry.ts';

/** What handlers and workers of the module `identity` use. */
export type Ctx = OrganizationCtx &
  PresenceCtx & {
    config: {
      /** Maximum number of invitations that the organization may mail in 24 hours. */
      invitationsPerDay: number;
      /** NATS, which holds the log that the worker for guests follows. */
      nats: { url: string; prefix: string; replicas: number };
    };
    registry: Registry;
    peopleLists: PeopleListCache;
    passwords: Passwords;
    /** Seals API keys. */
    sealer: Sealer;
    /** Seals the tokens of invitation links, which administrators can look up again. */
    linkSealer: Sealer;
    outbox: Outbox;
    telemetry: Telemetry;
  };
