import { type Body, type Network, type Person, until } from '@parley/test-kit';
import { expect } from 'vitest';
import { unpack } from '../archive.ts';

/** Exports everything, and returns the archive. */
export async function exported(network: Network, owner: Person, options: Body = {}): Promise<ArrayBuffer> {
  const request = { export_type: 'full_without_consent', ...options };
  const { id } = await owner.api.post('/export/realm', request);
  const found = await until('the export has ended', async () => {
    const { exports } = await owner.api.get('/export/realm');
    const each = (exports as Body[]).find((one) => one.id === id)!;
    return each.pending ? undefined : each;
  });
  expect(found.failed_timestamp).toBeNull();
  const response = await fetch(network.gatewayUrl() + new URL(found.export_url as string).pathname);
  return response.arrayBuffer();
}

/** Returns the records of an archive by kind, in the order in which they stand there, without what differs for each deployment. */
export async function recordsOf(bytes: ArrayBuffer): Promise<Record<string, Body[]>> {
  const { files } = await unpack(bytes);
  const records: Record<string, Body[]> = {};
  for (const [path, text] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const kind = /^records\/([a-z-]+)-\d+\.jsonl$/.exec(path)?.[1];
    if (kind === undefined) continue;
    records[kind] = [
      ...(records[kind] ?? []),
      ...text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Body),
    ];
  }
  // The path of a file within the archive is no property of the file; the address and the age of a deployment are its own.
  for (const file of records.files ?? []) delete file.path;
  for (const organization of records.organization ?? []) {
    delete organization.urls;
    delete organization.created;
  }
  return records;
}
