import type { ServiceName } from '@parley/core';
import type { ApiClient, Credentials } from './api-client.ts';
import { Network, type NetworkOptions } from './network.ts';

/** One process of a service, counted from 0. */
export type AnyReplica = { readonly service: ServiceName; readonly index: number };

/**
 * The whole of Parley as far as a test sees it that speaks the HTTP API alone: in this process, or in containers
 * (test/e2e). There are no accounts before an organization is founded.
 */
export interface AnyNetwork extends AsyncDisposable {
  /** Founds the organization; `Organization.create` signs its owner in. */
  found(): Promise<void>;
  /** URL of a gateway, or of what spreads clients over gateways. */
  gatewayUrl(): string;
  client(credentials?: Credentials): ApiClient;
  /** Resolves when everything committed until now is in the log and in every event-queue's window. */
  caughtUp(): Promise<void>;
  of(service: ServiceName): readonly AnyReplica[];
  stopReplica(replica: AnyReplica): Promise<void>;
  /** Resolves when it is ready again. */
  startReplica(replica: AnyReplica): Promise<void>;
  stop(): Promise<void>;
}

/** The minimum number of replicas of each service. */
export type AnyNetworkOptions = Pick<NetworkOptions, 'replicas'>;

type Start = (options: AnyNetworkOptions) => Promise<AnyNetwork>;

let start: Start = (options) => Network.start(options);

/** A network for tests of the HTTP API, without accounts: in this process, unless this run has another. */
export const anyNetwork = (options: AnyNetworkOptions = {}): Promise<AnyNetwork> => start(options);

/** Sets how `anyNetwork` creates networks. */
export function haveNetworks(other: Start): void {
  start = other;
}
