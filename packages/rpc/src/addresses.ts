import { lookup } from 'node:dns/promises';

const scheme = 'dns:///';

/** The network addresses behind a name. */
export type Lookup = (name: string) => Promise<{ address: string; family: number }[]>;

/** As the system resolves names. */
export const systemLookup: Lookup = (name) => lookup(name, { all: true });

/** Whether an address stands for several replicas, whose number may change. */
export const isName = (address: string): boolean => address.startsWith(scheme);

/** The replicas behind an address, `host:port` each: itself, or what a `dns:///name:port` resolves to. */
export async function replicasOf(address: string, find: Lookup): Promise<string[]> {
  if (!isName(address)) return [address];
  const { hostname, port } = new URL(`http://${address.slice(scheme.length)}`);
  const found = await find(hostname);
  return found.map((one) => (one.family === 6 ? `[${one.address}]:${port}` : `${one.address}:${port}`));
}
