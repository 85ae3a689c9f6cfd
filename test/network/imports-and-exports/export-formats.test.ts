import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { backgroundCall, createRpcClient, type RpcClient } from '@parley/rpc';
import { Network, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unpack } from '../archive.ts';
import { uploadText } from '../files/upload-text.ts';
import { faultsForMattermost } from './accepted-by-mattermost.ts';
import { faultsForZulip } from './accepted-by-zulip.ts';
import { exported, recordsOf } from './exported-form.ts';

// Exports since a time, and in the forms of other products, which are read back by a dry run of an import.

const folder = mkdtempSync(join(tmpdir(), 'parley-formats-'));
let network: Network;
let owner: Person;
let importing: RpcClient<typeof ImportingServiceService> & { close(): void };

beforeAll(async () => {
  network = await Network.start({ env: { PARLEY_OWNER_FULL_CONTENT_ACCESS: 'true' } });
  const organization = await Organization.create(network);
  ({ owner } = organization);
  const { alice } = await organization.add('alice');
  await owner.subscribe(['plans'], [owner, alice]);
  const file = await uploadText(network, alice, 'plan.txt', 'the plan');
  const first = await alice.send('plans', `see [the plan](${file})`, 'walls');
  await owner.send('plans', 'fine', 'walls');
  await owner.sendDirect([alice], 'psst');
  await owner.api.post(`/messages/${first}/reactions`, { emoji_name: 'tada' });
  const [replica] = network.of('importing');
  importing = createRpcClient(ImportingServiceService, {
    addresses: [`127.0.0.1:${replica!.ports.rpc}`],
    secret: replica!.env.PARLEY_RPC_SECRET!,
  });
});

afterAll(async () => {
  importing?.close();
  await network?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.each(['zulip', 'mattermost'])('an export in the form of %s is recognised and read', async (format) => {
  const path = join(folder, `${format}.tar.gz`);
  const bytes = await exported(network, owner, { format });
  const faultsOf = format === 'zulip' ? faultsForZulip : faultsForMattermost;
  expect(faultsOf((await unpack(bytes)).files)).toEqual([]);
  writeFileSync(path, Buffer.from(bytes));
  const call = () => backgroundCall({ timeoutMs: 30_000 });
  const request = { path, from: '', into: '', dryRun: true, uploadUrl: '' };
  const { importId } = await importing.startImport(request, call());
  const done = await until('the dry run has ended', async () => {
    const { import: found } = await importing.getImport({ importId }, call());
    return ['waiting', 'running'].includes(found!.state) ? undefined : found;
  });
  expect(done).toMatchObject({ state: 'done', error: '', source: format });
  const { counts, findings } = JSON.parse(done.reportJson.toString());
  expect(findings.map(({ kind }: { kind: string }) => kind)).not.toContain('missing-file');
  expect(counts).toMatchObject({
    people: { read: 2 },
    messages: { read: 3, left_out: 0 },
    direct_conversations: { read: 1 },
    reactions: { read: 1 },
    files: { read: 1, imported: 1 },
  });
});

it('an export since a time has only the messages that were sent since', async () => {
  const now = Math.floor(Date.now() / 1_000);
  const before = await recordsOf(await exported(network, owner, { since: now - 3_600 }));
  expect(before.messages).toHaveLength(3);
  const after = await recordsOf(await exported(network, owner, { since: now + 3_600 }));
  expect(after.messages).toBeUndefined();
  expect(after.people).toHaveLength(2);
});

it('an export in another form, or since a time that is no number, is refused', async () => {
  for (const wrong of [{ format: 'slack' }, { since: 'yesterday' }, { since: -1 }]) {
    const { status } = await owner.api.raw('POST', '/export/realm', wrong);
    expect({ wrong, status }).toEqual({ wrong, status: 400 });
  }
});
