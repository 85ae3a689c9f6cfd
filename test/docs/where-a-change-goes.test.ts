import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Files of the repository that are written by hand. Generated files are left out. */
const written = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) =>
      /\.(tsx?|proto|md)$|\/texts\/.*\.json$/.test(file) &&
      !/\/generated\/|^docs\/(decisions|events)/.test(file),
  );

/** Returns the source files and documentation pages that contain one of the names, and whether any test does. */
function filesNaming(names: RegExp): { sources: string[]; pages: string[]; isTested: boolean } {
  const found = written
    .filter((file) => file !== 'test/docs/where-a-change-goes.test.ts' && names.test(textOf(file)))
    .toSorted();
  const isPage = (file: string) => file.endsWith('.md');
  const isTest = (file: string) => /(^|\/)test\/|\.test\.ts$/.test(file);
  return {
    sources: found.filter((file) => !isPage(file) && !isTest(file)),
    pages: found.filter(isPage),
    isTested: found.some(isTest),
  };
}

/** Files of the web client that a setting of the organization must be added to: its texts, because screens show all of a subject. */
const webTexts = ['de/organization.json', 'en/organization.json'];

// Each test counts the files that mention an existing example. That is the number of files to change for a similar addition.
describe('adding', () => {
  it('an endpoint that passes an answer through needs a call, its messages, a handler and a route', () => {
    const found = filesNaming(/\b[gG]etReadReceipts|get-read-receipts/);
    // Leaves out the web client, because using the endpoint there is a separate change.
    const sources = found.sources.filter((file) => !file.startsWith('packages/web/'));
    expect({ ...found, sources }).toEqual({
      sources: [
        'proto/parley/messaging/v1/messaging.proto',
        'proto/parley/messaging/v1/reading.proto',
        'services/gateway/src/http/messages/get-read-receipts.ts',
        'services/messaging/src/rpc/read-state/get-read-receipts.ts',
      ],
      pages: [],
      isTested: true,
    });
    expect(textOf('test/network/roles-and-permissions/every-operation-by-role.test.ts')).toContain(
      'get-read-receipts',
    );
  });

  it('an event needs its schema, its builder and the handler that emits it', () => {
    // A list of names of events of another product has one of the same name.
    expect(filesNaming(/\bfolderCreated\b(?! folder)|'channel_folder\/add'/)).toEqual({
      sources: [
        'packages/api/src/events/channels.ts',
        'services/channel/src/events/folders.ts',
        'services/channel/src/rpc/folders/create-folder.ts',
      ],
      pages: [],
      isTested: true,
    });
  });

  it.each([
    ['disallow_disposable_email_addresses', 'accounts/joining/allowed-addresses.ts'],
    ['avatar_changes_disabled', 'accounts/change-account.ts'],
  ])('a setting of the organization needs its declaration, its effect and its texts (%s)', (name, effect) => {
    expect(filesNaming(new RegExp(`\\b${name}\\b`))).toEqual({
      sources: [
        'packages/settings/src/organization.ts',
        ...webTexts.map((file) => `packages/web/src/texts/${file}`),
        `services/user-admin/src/${effect}`,
      ],
      pages: ['docs/settings.md'],
      isTested: true,
    });
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
