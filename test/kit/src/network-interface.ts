import type { ServiceName } from '@parley/core';
import type { ApiClient, Credentials } from './api-client.ts';

/** One process of a service. Replicas are counted from 0. */
export type AnyReplica = { readonly service: ServiceName; readonly index: number };

/**
 * A Parley deployment for tests that use only the HTTP API. It runs in this process or in containers (test/e2e). Initially it
 * has neither an organization nor accounts.
 */
export interface AnyNetwork extends AsyncDisposable {
  /** Creates the organization. Prefer `Organization.create`, which also signs the owner in. */
  found(): Promise<void>;
  /** Returns the base URL of a gateway, or of the load balancer in front of the gateways. */
  gatewayUrl(): string;
  client(credentials?: Credentials): ApiClient;
  /**
   * Resolves when all changes committed before the call are in the event log, and every `event-queue` replica has read them.
   */
  caughtUp(): Promise<void>;
  of(service: ServiceName): readonly AnyReplica[];
  stopReplica(replica: AnyReplica): Promise<void>;
  /** Starts a stopped replica. Resolves when it is ready. */
  startReplica(replica: AnyReplica): Promise<void>;
  stop(): Promise<void>;
}
