import { Client, Connection, type ConnectionOptions } from '@parley/client';
import { Network, Organization, type Person } from '@parley/test-kit';

type Gateways = { gatewayUrl(): string };

/** Returns a client of the library for a person. Its requests are distributed over the running gateways. */
export const clientOf = (network: Gateways, { email, apiKey }: Pick<Person, 'email' | 'apiKey'>): Client =>
  new Client({
    url: 'http://gateway.test',
    auth: { kind: 'key', email, apiKey },
    fetch: (url, init) => fetch(url.replace('http://gateway.test', network.gatewayUrl()), init),
  });

/** Returns a connection of a person that has been started. */
export async function connect(
  network: Gateways,
  person: Pick<Person, 'email' | 'apiKey'>,
  options?: ConnectionOptions,
): Promise<Connection> {
  const connection = new Connection(clientOf(network, person), options);
  await connection.start();
  return connection;
}

/** Starts a network with two replicas of `event-queue` and `gateway`, and two people who are subscribed to the channel `room`. */
export async function startWithTwoPeople(): Promise<{
  network: Network;
  alice: Person;
  bob: Person;
  channelId: number;
}> {
  const network = await Network.start({ replicas: { 'event-queue': 2, gateway: 2 } });
  const organization = await Organization.create(network);
  const { alice, bob } = await organization.add('alice', 'bob');
  await alice.subscribe(['room'], [alice, bob]);
  const { stream_id: channelId } = await alice.api.get('/get_stream_id', { stream: 'room' });
  return { network, alice, bob, channelId };
}

/** Interval in milliseconds for checking conditions whose changes `watch` does not report. */
const checkEveryMs = 50;

/** Resolves when a condition is true. Checks it after each change that `watch` reports, and periodically. */
export function when(
  condition: () => boolean,
  watch: (listener: () => void) => () => void,
  timeoutMs = 180_000,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (condition()) finish(resolve);
    };
    const timer = setTimeout(() => finish(() => reject(new Error(`Not within ${timeoutMs} ms`))), timeoutMs);
    const checking = setInterval(check, checkEveryMs);
    const stop = watch(check);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      clearInterval(checking);
      stop();
      settle();
    };
    check();
  });
}
