import type { Registry } from 'prom-client';
import type { Ctx as OrganizationCtx } from '../organization/context.ts';
import type { Ctx as PresenceCtx } from '../presence/context.ts';
import type { Passwords } from './credentials/passwords.ts';
import type { Sealer } from './domain/secrets.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Telemetry } from './telemetry.ts';

/** What the module `identity` uses. */
export type Ctx = OrganizationCtx &
  PresenceCtx & {
    config: {
      /** Mails with invitations that the organization may send in 24 hours. */
      invitationsPerDay: number;
      /** The log that the worker for guests follows. */
      nats: { url: string; prefix: string; replicas: number };
    };
    registry: Registry;
    passwords: Passwords;
    /** Seals API keys. */
    sealer: Sealer;
    /** Seals the tokens of invitation links, which administrators can look up again. */
    linkSealer: Sealer;
    outbox: Outbox;
    telemetry: Telemetry;
  };
