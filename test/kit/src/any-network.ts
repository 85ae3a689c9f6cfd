import { Network, type NetworkOptions } from './network.ts';
import type { AnyNetwork } from './network-interface.ts';

/** The minimum number of replicas of each service. */
export type AnyNetworkOptions = Pick<NetworkOptions, 'replicas'>;

type Start = (options: AnyNetworkOptions) => Promise<AnyNetwork>;

let start: Start = (options) => Network.start(options);

/**
 * Returns a network without accounts, for tests of the HTTP API. It runs in this process unless this test run provides
 * another kind.
 */
export const anyNetwork = (options: AnyNetworkOptions = {}): Promise<AnyNetwork> => start(options);

/** Sets the function with which `anyNetwork` creates networks. */
export function haveNetworks(other: Start): void {
  start = other;
}
