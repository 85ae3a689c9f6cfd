import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '..', 'src');
/**
 * Modules in the order of dependencies. A module may import itself and earlier modules. Files outside of the modules connect
 * them.
 */
const modules = ['kernel', 'organization', 'presence', 'identity', 'exporting', 'auditing', 'erasing'];

const moduleOf = (file: string): number => modules.indexOf(file.split('/')[0]!);
const files = globSync('**/*.ts', { cwd: source });
const imports = files.flatMap((file) =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/ from '(\.[^']+)'/g)].map(([, path]) => ({
    file,
    imported: join(dirname(file), path!),
  })),
);

describe('modules of user-admin', () => {
  it('import only modules below them: kernel, organization, presence, identity, exporting, auditing, erasing', () => {
    expect(imports.length).toBeGreaterThan(1_000);
    const wrong = imports.filter(
      ({ file, imported }) =>
        moduleOf(file) >= 0 && (moduleOf(imported) < 0 || moduleOf(imported) > moduleOf(file)),
    );
    expect(wrong).toEqual([]);
  });

  it('contain every file except those that assemble the service', () => {
    const others = files.filter((file) => moduleOf(file) < 0 && !file.endsWith('.test.ts'));
    expect(others.sort()).toEqual([
      'admin.ts',
      'command-line.ts',
      'config.ts',
      'context.ts',
      'gen/handlers.ts',
      'index.ts',
      'main.ts',
      'operate.ts',
      'operating/audit.ts',
      'operating/channels.ts',
      'operating/command.ts',
      'operating/provisioning.ts',
      'register.ts',
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
