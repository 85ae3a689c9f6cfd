import type { Sealer, SecretKeys, SignInConfig } from '@parley/core';
import type { UploadServiceService } from '@parley/proto/upload/v1/upload';
import type { ClosableRpcClient } from '@parley/rpc';
import type { Registry } from 'prom-client';
import type { Ctx as OrganizationCtx } from '../organization/context.ts';
import type { Ctx as PresenceCtx } from '../presence/context.ts';
import type { PeopleListCache } from './accounts/people-list.ts';
import type { Passwords } from './credentials/passwords.ts';
import type { AccountOptions } from './domain/external-identity.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { CreationQueue } from './scim/creation-queue.ts';
import type { Attempts } from './sign-in/attempts.ts';
import type { Directory } from './sign-in/directory.ts';
import type { Provider } from './sign-in/provider.ts';
import type { Telemetry } from './telemetry.ts';

/** Dependencies of the handlers and workers of the module `identity`. */
export type Ctx = OrganizationCtx &
  PresenceCtx & {
    config: {
      /** Maximum number of invitations that the organization may mail in 24 hours. */
      invitationsPerDay: number;
      /** Address at which clients reach the server. */
      publicUrl: string;
      /** The content of the file of sign-in methods. */
      signIn: SignInConfig;
      /** The setup secret is derived from them. */
      secretKeys: SecretKeys;
      /**
       * NATS: the prefix of the log that the worker for guests follows, and the number of copies of the data that this
       * worker stores.
       */
      nats: { prefix: string; replicas: number };
    };
    registry: Registry;
    rpc: {
      /** Stores avatars. */
      upload: ClosableRpcClient<typeof UploadServiceService>;
    };
    peopleLists: PeopleListCache;
    passwords: Passwords;
    /** Seals API keys. */
    sealer: Sealer;
    /** People whom provisioning clients create. */
    creations: CreationQueue;
    /** Seals the secrets of authenticator apps. */
    factorSealer: Sealer;
    /** Seals the tokens of invitation links, which administrators can look up again. */
    linkSealer: Sealer;
    outbox: Outbox;
    /** Identity providers by method, such as `oidc:company`. */
    providers: ReadonlyMap<string, Provider>;
    /** Checks passwords that are not the account's own; undefined without one. */
    directory: Directory | undefined;
    directoryOptions: AccountOptions;
    /** Pending sign-ins that were sent to a provider. */
    attempts: Attempts;
    /** Seals ID tokens of providers. */
    idTokenSealer: Sealer;
    /** Seals tokens of Zoom accounts. */
    zoomSealer: Sealer;
    telemetry: Telemetry;
  };
