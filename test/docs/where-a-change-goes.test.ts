import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Files of the repository that people write. Files that the build generates are not under version control. */
const written = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|proto)$/.test(file) && !file.includes('/generated/'));

/** Returns the source files that contain one of the names, in order, and whether tests contain one. */
function filesNaming(names: RegExp): { sources: string[]; isTested: boolean } {
  const found = written.filter(
    (file) => file !== 'test/docs/where-a-change-goes.test.ts' && names.test(textOf(file)),
  );
  const isTest = (file: string) => /(^|\/)test\/|\.test\.ts$/.test(file);
  return { sources: found.filter((file) => !isTest(file)).toSorted(), isTested: found.some(isTest) };
}

// Each test counts the files of an existing example, as the number of files that adding another one takes.
describe('adding', () => {
  it('an endpoint that passes an answer through takes a call, its messages, a handler, a route and its answer', () => {
    expect(filesNaming(/\b[gG]etReadReceipts|get-read-receipts/)).toEqual({
      sources: [
        'packages/api/src/operations/messages.ts',
        'proto/parley/messaging/v1/messaging.proto',
        'proto/parley/messaging/v1/reading.proto',
        'services/gateway/src/http/messages/get-read-receipts.ts',
        'services/messaging/src/rpc/get-read-receipts.ts',
      ],
      isTested: true,
    });
    expect(textOf('test/network/permissions.test.ts')).toContain('get-read-receipts');
  });

  it('an event takes its schema, its builder and the handler that emits it', () => {
    expect(filesNaming(/\bfolderCreated\b|'channel_folder\/add'/)).toEqual({
      sources: [
        'packages/api/src/events/channels.ts',
        'services/channel/src/events/folders.ts',
        'services/channel/src/rpc/create-folder.ts',
      ],
      isTested: true,
    });
  });

  it.each([
    [
      'of the organization',
      'disallow_disposable_email_addresses',
      'organization',
      'joining/allowed-addresses',
    ],
    ['of the organization', 'avatar_changes_disabled', 'organization', 'rpc/accounts/set-avatar'],
  ])('a setting %s takes its line and its effect (%s)', (_whose, name, file, effect) => {
    // The page of settings of the web client, which shows it, is no part of its effect.
    const sources = filesNaming(new RegExp(`\\b${name}\\b`)).sources.filter(
      (source) => !source.startsWith('packages/web/'),
    );
    expect(sources).toEqual([
      `packages/settings/src/${file}.ts`,
      `services/user-admin/src/identity/${effect}.ts`,
    ]);
  });
});

it('every handler that the build lists is a call of a proto file, and each call has one', () => {
  const nameOf = (call: string) => call[0]!.toLowerCase() + call.slice(1);
  for (const list of globSync('services/*/src/gen/handlers.ts', { cwd: root })) {
    const service = list.split('/')[1]!;
    const calls = globSync(`proto/parley/${service.replace('-', '')}/v1/*.proto`, { cwd: root }).flatMap(
      (file) => Array.from(textOf(file).matchAll(/^ {2}rpc (\w+)\(/gm), ([, call]) => nameOf(call!)),
    );
    const handlers = Array.from(textOf(list).matchAll(/^ {2}(\w+),$/gm), ([, name]) => name!);
    expect({ service, handlers: handlers.toSorted() }).toEqual({ service, handlers: calls.toSorted() });
  }
});
