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
      /** Maximum number of invitation mails of the organization in 24 hours. */
      invitationsPerDay: number;
      /** URL at which clients reach the server. */
      publicUrl: string;
      /** Content of the file that configures ways to sign in. */
      signIn: SignInConfig;
      /** Keys from which the secret of the setup link is derived. */
      secretKeys: SecretKeys;
      /**
       * NATS. `prefix` belongs to the event log, which the worker for guests follows. `replicas` is the number of copies of the
       * data that this worker stores there.
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
    /** Encrypts API keys. */
    sealer: Sealer;
    /** Queue that creates the accounts that provisioning clients (SCIM) request. */
    creations: CreationQueue;
    /** Encrypts the secrets of authenticator apps. */
    factorSealer: Sealer;
    /** Encrypts the tokens of invitation links. Administrators can show these links again. */
    linkSealer: Sealer;
    outbox: Outbox;
    /** Identity providers by name of the method, such as `oidc:company`. */
    providers: ReadonlyMap<string, Provider>;
    /** LDAP directory, which checks passwords that this server does not know; undefined when none is configured. */
    directory: Directory | undefined;
    directoryOptions: AccountOptions;
    /** Stores sign-ins that are not complete yet. */
    attempts: Attempts;
    /** Encrypts the ID tokens of providers. */
    idTokenSealer: Sealer;
    /** Encrypts the tokens of Zoom accounts. */
    zoomSealer: Sealer;
    telemetry: Telemetry;
  };
