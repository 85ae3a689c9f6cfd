import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '..', 'src');
/** The modules of this service. `test/docs/layers.test.ts` has their order. */
const modules = [
  'kernel',
  'guest-visibility',
  'organization',
  'presence',
  'outbox',
  'mails',
  'people',
  'access',
  'guests',
  'accounts',
  'identity-providers',
  'scim',
  'ldap',
  'exporting',
  'auditing',
  'erasing',
  'operating',
];

const files = globSync('**/*.ts', { cwd: source });
const isInModule = (file: string): boolean => modules.includes(file.split('/')[0]!);

describe('modules of user-admin', () => {
  it('contain every file except those that assemble the service', () => {
    const others = files.filter((file) => !isInModule(file) && !file.endsWith('.test.ts'));
    expect(others.sort()).toEqual([
      'admin.ts',
      'command-line.ts',
      'config.ts',
      'context.ts',
      'gen/handlers.ts',
      'index.ts',
      'main.ts',
      'operate.ts',
      'register-fields.ts',
      'rpc/get-initial-state.ts',
      'rpc/index.ts',
      'service.ts',
      'workers.ts',
    ]);
  });

  it('keep the kernel small: no operations, at most a tenth of the files', () => {
    const kernel = files.filter((file) => file.startsWith('kernel/') && !file.endsWith('.test.ts'));
    expect(kernel.filter((file) => file.startsWith('kernel/rpc/'))).toEqual([]);
    expect(kernel.length).toBeLessThanOrEqual(files.length / 10);
  });
});
