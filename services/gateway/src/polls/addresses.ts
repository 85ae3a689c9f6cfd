import { lookup } from 'node:dns/promises';

const scheme = 'dns:///';

/** Whether an address stands for several replicas, whose number may change. */
export const isName = (address: string): boolean => address.startsWith(scheme);

/** The replicas behind an address, `host:port` each: itself, or what its name resolves to. */
export async function replicasOf(address: string): Promise<string[]> {
  if (!isName(address)) return [address];
  const { hostname, port } = new URL(`http://${address.slice(scheme.length)}`);
  const found = await lookup(hostname, { all: true });
  return found.map((one) => (one.family === 6 ? `[${one.address}]:${port}` : `${one.address}:${port}`));
}
