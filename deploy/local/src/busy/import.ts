import { join } from 'node:path';
import { sleep } from '@parley/core';
import { ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { backgroundCall, createRpcClient } from '@parley/rpc';
import type { SeedContext } from '../seed-context.ts';
import { writeBusyArchive } from './archive.ts';

const pollMs = 250;

/** Repeating it imports nothing twice. @throws Error when the import is refused or stops */
export async function importBusyHistory({
  dataDir,
  importingAddresses,
  rpcSecret,
  signal,
  say,
}: SeedContext): Promise<void> {
  say('Importing the history of a busy organization');
  const path = join(dataDir, 'busy');
  writeBusyArchive(path, new Date());
  const client = createRpcClient(ImportingServiceService, {
    addresses: importingAddresses,
    secret: rpcSecret,
  });
  const call = () => backgroundCall({ signal });
  try {
    const request = { path, from: 'parley', into: '', dryRun: false, mergePeople: true, uploadUrl: '' };
    const { importId } = await client.startImport(request, call());
    for (;;) {
      const { import: found } = await client.getImport({ importId }, call());
      if (found?.state === 'done') return;
      if (found === undefined || !['waiting', 'running'].includes(found.state)) {
        throw new Error(`The history could not be imported: ${found?.error ?? 'the import is gone'}`);
      }
      await sleep(pollMs, signal);
    }
  } finally {
    client.close();
  }
}
