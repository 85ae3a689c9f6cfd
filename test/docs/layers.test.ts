import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { relativeImports } from './relative-imports.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * The folders of each program and package, lower ones first: a folder imports itself and those before it, types included. Folders in one
 * list do not import each other. Files beside the folders connect them; where they are listed, they have a place, too.
 */
const layers: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
  'packages/api': ['objects', 'events', 'register'],
  'packages/archive': ['compact', 'files'],
  'packages/client': ['narrow', 'observable', 'transport', 'store', 'uploads', 'connection'],
  'packages/core': [['errors', 'network'], 'configuration', ['logging', 'secrets'], 'concurrency'],
  'packages/event-log': ['nats', ['entries', 'publishing'], 'reading', 'workers'],
  'packages/import-sources': ['text', 'reading', ['mattermost', 'rocketchat', 'slack', 'zulip']],
  'packages/markdown': [
    ['emoji', 'highlight', 'links', 'parser', 'syntax'],
    'extensions',
    'rendering',
    'references',
  ],
  'packages/rpc': ['calls', 'replicas', ['files', 'frames'], 'local'],
  'packages/rules': [
    ['access', 'groups', 'sessions', 'text'],
    ['channels', 'people'],
  ],
  'packages/search-text': ['analyzing', ['highlighting', 'queries']],
  'packages/web': [
    // What every feature builds on.
    'texts',
    'styles',
    'lib',
    'i18n',
    'html',
    'service-worker',
    'router',
    'model',
    'ui',
    'emoji',
    'media',
    'content',
    'forms',
    // Features.
    'desktop-app',
    'sign-in',
    'second-factor',
    'account',
    'access',
    'bots',
    'integrations',
    'imports',
    'person-data',
    'people',
    'search',
    'apps',
    'compose',
    'forwarding',
    'messages',
    'shortcuts',
    'read-only',
    'offline',
    'public-view',
    'share',
    'channels',
    'sidebar',
    'views',
    'settings',
    'organization',
    'palette',
    'first-run',
    // The page.
    'workspace.tsx',
    'session.tsx',
    'app.tsx',
    'mount.tsx',
    'page.ts',
    'main.tsx',
  ],
  'services/channel': [
    'domain',
    'db',
    'facts',
    'view',
    'events',
    'register',
    'changing',
    'subscribing',
    'importing',
    'rpc',
    'workers',
  ],
  'services/event-queue': ['domain', 'documentation', 'log', 'queues', 'polls', 'rpc'],
  'services/gateway': [
    ['auth', 'own-writes', 'polls', 'presence'],
    'edge',
    'video-calls',
    'register',
    'http',
  ],
  'services/gateway/src/edge': ['limits', 'answer', 'declaration', ['streams', 'intake']],
  'services/importing': ['domain', 'db', 'running', 'workers', 'rpc'],
  'services/messaging': [
    ['domain', 'telemetry.ts', 'config.ts'],
    ['db', 'clients.ts'],
    ['in-memory', 'events', 'view', 'narrow', 'search'],
    'context.ts',
    ['guests', 'access'],
    ['audience', 'rendering'],
    ['reading', 'sending'],
    ['participation', 'drafts', 'reminders', 'scheduling', 'changing', 'importing'],
    ['create-context.ts', 'workers', 'rpc'],
    'service.ts',
    ['index.ts', 'main.ts'],
  ],
  'services/integrations': [
    'domain',
    'in-memory',
    'catalogue',
    'db',
    'events',
    'facts',
    'programs',
    'apps',
    'view',
    'incoming-webhooks',
    'outgoing-webhooks',
    'slack',
    'rpc',
    'workers',
  ],
  'services/notify': ['domain', 'db', 'events', 'facts', 'mail', 'push', 'incoming', 'rpc', 'workers'],
  'services/relay': ['db', 'replication', 'epoch'],
  'services/upload': [
    'domain',
    'db',
    'events',
    'storage',
    'files',
    'images',
    'geotags',
    'scanning',
    'file-texts',
    'outside',
    'receiving',
    'rpc',
    'workers',
  ],
  'services/user-admin': [
    'kernel',
    'guest-visibility',
    'organization',
    'presence',
    'outbox',
    'mails',
    'people',
    ['access', 'guests'],
    'accounts',
    'identity-providers',
    'scim',
    'ldap',
    'exporting',
    'auditing',
    'erasing',
    'db',
    'operating',
    'rpc',
  ],
  'deploy/doctor': ['finding.ts', ['nats', 'postgres']],
};

/** Folders without imports of their own: generated lists, and pictures of the installed client. */
const without = new Set(['gen', 'generated', 'installed']);

/** A part is a package, a service, a program, or a large folder of one. */
const sourceOf = (part: string): string => (part.includes('/src/') ? part : `${part}/src`);

const foldersOf = (part: string): string[] =>
  globSync(`${sourceOf(part)}/*/`, { cwd: root })
    .map((folder) => basename(folder))
    .filter((folder) => !without.has(folder));

const all = globSync('{packages,services,deploy}/*/src', { cwd: root }).map(dirname);
const parts = all.filter((part) => foldersOf(part).length > 1);

/** Returns the folder of a path below `src`, or the file itself outside of folders. */
const placeOf = (path: string): string => path.split('/')[0]!;

type Import = { readonly file: string; readonly imported: string };

function importsOf(part: string): Import[] {
  const source = join(root, sourceOf(part));
  return globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => relativeImports(source, file).map((imported) => ({ file, imported })));
}

/** Returns the folders that contain a file, as `a/` and `a/b/`. */
const foldersAbove = (file: string): string[] =>
  [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index + 1));

type ChildImport = Import & { readonly from: string; readonly to: string };

/** Returns imports between the child folders of a folder. */
function childImports(folder: string, imports: readonly Import[]): ChildImport[] {
  const childOf = (path: string) => {
    const rest = path.startsWith(folder) ? path.slice(folder.length) : '';
    return rest.includes('/') ? placeOf(rest) : undefined;
  };
  return imports.flatMap(({ file, imported }) => {
    const [from, to] = [childOf(file), childOf(imported)];
    if (from === undefined || to === undefined || from === to || without.has(from) || without.has(to))
      return [];
    return [{ file, imported, from, to }];
  });
}

/** Returns the imports that keep folders from having an order: those that remain when folders at an end are removed repeatedly. */
function circleAmong(imports: readonly ChildImport[]): string[] {
  const sources = new Set(imports.map(({ from }) => from));
  const targets = new Set(imports.map(({ to }) => to));
  const within = imports.filter(({ from, to }) => sources.has(to) && targets.has(from));
  if (within.length < imports.length) return circleAmong(within);
  return within.map(({ file, imported }) => `${file} → ${imported}`);
}

describe('the folders of each program and package', () => {
  it('are all in the list, so that a new folder has a place', () => {
    const listedParts = Object.keys(layers);
    expect(listedParts.filter((part) => !part.includes('/src/')).sort()).toEqual(parts.sort());
    for (const part of listedParts) {
      const listed = layers[part]!.flat().filter((place) => !place.includes('.'));
      expect(listed.sort(), part).toEqual(foldersOf(part).sort());
    }
  });

  it.each(Object.entries(layers))('%s: import lower ones only', (part, order) => {
    const levelOf = (place: string) =>
      order.findIndex((level) => (typeof level === 'string' ? level === place : level.includes(place)));
    const between = importsOf(part)
      .map(({ file, imported }) => ({ file, imported, from: placeOf(file), to: placeOf(imported) }))
      .filter(({ from, to }) => from !== to && levelOf(from) >= 0 && levelOf(to) >= 0);
    expect(between.length).toBeGreaterThan(0);
    const wrong = between.filter(({ from, to }) => levelOf(to) >= levelOf(from));
    expect(wrong.map(({ file, imported }) => `${file} → ${imported}`)).toEqual([]);
  });

  it.each(all)('%s: child folders of no folder import each other in a circle', (part) => {
    const imports = importsOf(part);
    const folders = new Set(['', ...imports.flatMap(({ file }) => foldersAbove(file))]);
    const circles = [...folders].map((folder) => ({
      folder,
      circle: circleAmong(childImports(folder, imports)),
    }));
    expect(circles.filter(({ circle }) => circle.length > 0)).toEqual([]);
  });

  it('are found in a circle', () => {
    const imports = [
      ['page.ts', 'forms/form.ts'],
      ['forms/form.ts', 'forms/fields/field.ts'],
      ['forms/fields/field.ts', 'forms/saving/save.ts'],
      ['forms/saving/save.ts', 'forms/texts/texts.ts'],
      ['forms/saving/save.ts', 'forms/fields/names.ts'],
      ['forms/dialogs/dialog.ts', 'forms/fields/field.ts'],
    ].map(([file = '', imported = '']) => ({ file, imported }));
    expect(circleAmong(childImports('', imports))).toEqual([]);
    expect(circleAmong(childImports('forms/', imports))).toEqual([
      'forms/fields/field.ts → forms/saving/save.ts',
      'forms/saving/save.ts → forms/fields/names.ts',
    ]);
  });
});
