import type { ServiceName } from '@parley/core';
import type { ApiClient, Credentials } from './api-client.ts';

/** One process of a service. Replicas are counted from 0. */
export type AnyReplica = { readonly service: ServiceName; readonly index: number };

/**
 * A Parley deployment for tests that use only the HTTP API, in this process or in containers (test/e2e). It has no
 * accounts until an organization is created.
 */
export interface AnyNetwork extends AsyncDisposable {
  /** Creates the organization. `Organization.create` also signs its owner in. */
  found(): Promise<void>;
  /** URL of a gateway, or of the balancer in front of the gateways. */
  gatewayUrl(): string;
  client(credentials?: Credentials): ApiClient;
  /** Resolves when everything that is committed at the call is in the log and in the window of every event-queue. */
  caughtUp(): Promise<void>;
  of(service: ServiceName): readonly AnyReplica[];
  stopReplica(replica: AnyReplica): Promise<void>;
  /** Resolves when the replica is ready again. */
  startReplica(replica: AnyReplica): Promise<void>;
  stop(): Promise<void>;
}
