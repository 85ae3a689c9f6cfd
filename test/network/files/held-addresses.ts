import { type AnyNetwork, type ApiClient, type Body, type Person, until } from '@parley/test-kit';

/** Sends a request for a signed address, or for a path with `headers`, at any gateway. Returns whether it is answered. */
export async function isAnswered(
  network: Pick<AnyNetwork, 'gatewayUrl'>,
  address: string,
  headers: Record<string, string> = {},
): Promise<boolean> {
  const { pathname } = new URL(address, network.gatewayUrl());
  const { status } = await fetch(network.gatewayUrl() + pathname, { method: 'HEAD', headers });
  if (![200, 401, 404].includes(status)) throw new Error(`${pathname} is answered with ${status}.`);
  return status === 200;
}

/** Returns a temporary address of a file for a person. */
export const temporaryAddress = async ({ api }: Pick<Person, 'api'>, path: string): Promise<string> =>
  (await api.get(path)).url;

/** Waits until the newest export in a list has ended, and returns the address of its archive. */
export async function archiveAddress(api: ApiClient, list: string): Promise<string> {
  return until(`the export in ${list} has ended`, async () => {
    const { exports } = await api.get(list);
    const newest = (exports as Body[]).toSorted((one, other) => other.id - one.id)[0];
    return (newest && !newest.pending && (newest.export_url as string | null)) || undefined;
  });
}
