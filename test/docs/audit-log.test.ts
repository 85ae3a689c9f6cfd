import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// Verifies that docs/operations/audit-log.md lists all actions of the audit log.

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs/operations/audit-log.md'), 'utf8');
const [listed = ''] = page.split('## Export');
const actionPattern =
  /\b(?:app|user|bot|group|organization|channel|message|topic|file|invitation|export|domain|linkifiers?|playground|profile_fields?|emoji|provisioning)\.[a-z_]+\b/g;

/** Returns the string literals that look like audit actions, from the source files of services that mention auditing. */
function recorded(): Set<string> {
  const actions = new Set<string>();
  for (const service of ['user-admin', 'channel', 'messaging', 'upload', 'integrations']) {
    const folder = join(root, 'services', service, 'src');
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue;
      const source = readFileSync(join(folder, path), 'utf8');
      if (!/audit|Audit|RecordedChange/.test(source)) continue;
      for (const [, action] of source.matchAll(/'([a-z_]+\.[a-z_]+)'/g)) {
        if (action!.match(actionPattern)?.[0] === action && !action!.endsWith('.json')) actions.add(action!);
      }
    }
  }
  return actions;
}

it('the documentation lists every action that is recorded, and no other', () => {
  const rows = listed.split('\n').filter((line) => line.startsWith('|'));
  const named = new Set(rows.flatMap((row) => row.match(actionPattern) ?? []));
  expect([...named].sort()).toEqual([...recorded()].sort());
});
