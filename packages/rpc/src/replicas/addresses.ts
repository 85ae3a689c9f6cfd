import { lookup } from 'node:dns/promises';

const scheme = 'dns:///';

export type Lookup = (name: string) => Promise<{ address: string; family: number }[]>;

/** Uses the resolver of the operating system. */
export const systemLookup: Lookup = (name) => lookup(name, { all: true });

/** Returns whether an address is a DNS name (`dns:///name:port`), which may resolve to several replicas. */
export const isName = (address: string): boolean => address.startsWith(scheme);

/** Returns the replicas of an address as `host:port`: what a name (`dns:///name:port`) resolves to, or the address itself. */
export async function replicasOf(address: string, find: Lookup): Promise<string[]> {
  if (!isName(address)) return [address];
  const { hostname, port } = new URL(`http://${address.slice(scheme.length)}`);
  const found = await find(hostname);
  return found.map((one) => (one.family === 6 ? `[${one.address}]:${port}` : `${one.address}:${port}`));
}
