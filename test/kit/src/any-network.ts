import { Network, type NetworkOptions } from './network.ts';
import type { AnyNetwork } from './network-interface.ts';

/** Minimum numbers of replicas, by service. */
export type AnyNetworkOptions = Pick<NetworkOptions, 'replicas'>;

type Start = (options: AnyNetworkOptions) => Promise<AnyNetwork>;

let start: Start = (options) => Network.start(options);

/**
 * Starts all services of Parley, connected to each other, without an organization. For tests that use only the HTTP API. By default
 * the services run in this process. A test run may have them run elsewhere (`haveNetworks`).
 */
export const anyNetwork = (options: AnyNetworkOptions = {}): Promise<AnyNetwork> => start(options);

/** Sets the function that `anyNetwork` uses to create networks. */
export function haveNetworks(other: Start): void {
  start = other;
}
