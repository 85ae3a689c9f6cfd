import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Matches the files that an endpoint touches whose answer the gateway passes through. */
const names = /\b[gG]etReadReceipts|get-read-receipts/;

const written = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|proto)$/.test(file) && !file.includes('/generated/'))
  .filter((file) => names.test(readFileSync(join(root, file), 'utf8')));

it('a pass-through endpoint touches a proto, a handler, a route and its answer, and adds a line to each list', () => {
  expect(written.filter((file) => !/(^|\/)test\//.test(file)).toSorted()).toEqual([
    'packages/api/src/operations/index.ts',
    'packages/api/src/operations/messages.ts',
    'proto/parley/messaging/v1/messaging.proto',
    'proto/parley/messaging/v1/reading.proto',
    'services/gateway/src/http/messages/get-read-receipts.ts',
    'services/gateway/src/http/messages/routes.ts',
    'services/messaging/src/rpc/get-read-receipts.ts',
    'services/messaging/src/rpc/index.ts',
  ]);
  expect(written).toContain('test/network/permissions.test.ts');
});
