import { type KeyScope, keyAreas } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import { areas, transfers } from '../../http/routes.ts';
import { isInScope } from './key-scope.ts';

const areaNames = Object.keys(keyAreas);

const targets = [
  ...areas.flatMap(({ routes }) =>
    routes.map(({ operation, area, method }) => ({ operation, area: area!, isRead: method === 'GET' })),
  ),
  ...transfers.flatMap(({ operation, area, methods }) =>
    methods.map((method) => ({ operation, area: area!, isRead: method === 'GET' || method === 'HEAD' })),
  ),
];
const openTo = (scope: KeyScope): string[] => [
  ...new Set(targets.filter((target) => isInScope(scope, target)).map(({ operation }) => operation)),
];

describe('a limited API key', () => {
  it('is limited to areas that exist', () => {
    const known = new Set(targets.map(({ area }) => area));
    expect(areaNames.filter((area) => !known.has(area))).toEqual([]);
    expect(targets.filter(({ area }) => area === undefined)).toEqual([]);
  });

  // Operations of its areas that hand out credentials refuse it themselves: test/network/roles-and-permissions/limited-keys.test.ts.
  it('never reaches sessions, keys and second factors, whatever its areas', () => {
    const everything = openTo({ isReadOnly: false, areas: areaNames });
    expect(everything).toContain('send-message');
    for (const operation of [
      'fetch-api-key',
      'jwt-fetch-api-key',
      'sign-in',
      'get-sessions',
      'end-session',
      'end-user-sessions',
      'create-api-key',
      'rotate-api-key',
      'delete-api-key',
      'begin-totp',
      'remove-passkey',
      'create-recovery-codes',
      'confirm-session',
      'reset-second-factors',
    ]) {
      expect(everything).not.toContain(operation);
    }
  });

  it('that is read-only allows no change', () => {
    const readable = openTo({ isReadOnly: true, areas: [] });
    expect(readable).toEqual(expect.arrayContaining(['get-messages', 'get-events', 'get-file']));
    const writing = targets.filter(({ isRead, operation }) => !isRead && readable.includes(operation));
    const both = new Set(targets.filter(({ isRead }) => isRead).map(({ operation }) => operation));
    expect(writing.map(({ operation }) => operation).filter((operation) => !both.has(operation))).toEqual([
      'delete-queue',
      'register-queue',
    ]);
  });

  it('allows its areas and no others', () => {
    const open = openTo({ isReadOnly: false, areas: ['messages'] });
    expect(open).toContain('send-message');
    expect(open).not.toContain('subscribe');
    expect(open).not.toContain('upload-file');
    expect(open).toContain('get-server-settings');
  });
});
