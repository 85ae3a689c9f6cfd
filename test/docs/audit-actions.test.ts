import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import english from '../../packages/web/src/texts/en/audit.json' with { type: 'json' };

const root = join(import.meta.dirname, '..', '..');
const services = ['user-admin', 'channel', 'messaging', 'upload', 'integrations'];
const entities =
  'app|bot|channel|domain|emoji|export|file|group|import|invitation|linkifiers?|message|organization|playground|profile_fields?|provisioning|topic|user';
const literal = new RegExp(`'((?:${entities})\\.[a-z_]+)'`, 'g');
/** Names that look like actions but are files of exports. */
const otherNames = ['export.json', 'organization.json'];

function actionsIn(service: string): string[] {
  return (
    readdirSync(join(root, 'services', service, 'src'), { recursive: true, withFileTypes: true })
      // Names of events of other tools look like actions.
      .filter((entry) => !entry.parentPath.includes('integrations/src/catalogue'))
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.includes('.test.'))
      .flatMap((entry) => [...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(literal)])
      .map(([, action]) => action!)
      .filter((action) => !otherNames.includes(action))
  );
}

/** Actions that only earlier releases recorded. Their entries are still in the log. */
const earlier = ['group.members_changed'];

it('the web client has texts for exactly the actions that services record or once recorded', () => {
  const recorded = new Set([...services.flatMap(actionsIn), ...earlier]);
  expect(recorded.size).toBeGreaterThan(70);
  expect(
    Object.keys(english)
      .filter((name) => name.includes('.'))
      .sort(),
  ).toEqual([...recorded].sort());
});
