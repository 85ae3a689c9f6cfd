import { connect, type NatsConnection } from '@nats-io/transport-node';

export type NatsOptions = {
  /** `nats://host:port`, with credentials when needed. Commas separate several URLs. */
  url: string;
  /** Name of the connection, which the NATS server shows. */
  name: string;
};

/**
 * Connects to NATS. It reconnects without limit, also when the first attempt fails, and notices half-open connections
 * within seconds.
 */
export async function connectNats({ url, name }: NatsOptions): Promise<NatsConnection> {
  const servers = url.split(',').map((server) => server.trim());
  const { username, password } = new URL(servers[0]!);
  return await connect({
    servers: servers.map((server) => {
      const { host } = new URL(server);
      return host;
    }),
    name,
    ...(password !== '' ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    ...(password === '' && username !== '' ? { token: decodeURIComponent(username) } : {}),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 100,
    waitOnFirstConnect: true,
    pingInterval: 2000,
    maxPingOut: 2,
    noEcho: false,
    // By default the client creates an error with a stack trace for every request, which costs more than the request.
    noAsyncTraces: true,
  });
}
