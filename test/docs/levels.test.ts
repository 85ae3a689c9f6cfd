import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { organizationPermissions, plainSettingSchemas, userSettingNames } from '@parley/settings';
import { expect, it } from 'vitest';
import { registrationSchema } from '../../packages/api/src/register/index.ts';
import { routes } from '../../services/gateway/src/http/routes.ts';
import { versionFields } from '../../services/gateway/src/http/version.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * A feature level of the API, what it changes, and what shows that this server does it:
 *
 * - `operation`: an operation, which test/network/permissions.test.ts calls;
 * - `field`: a field of the registration, which test/network/register.test.ts compares with its schema;
 * - `setting`: a setting, which test/network/organization-settings.test.ts changes;
 * - `test` and `mentions`: a test, and a text that occurs in it;
 * - `reason`: why the level does not apply here.
 */
type Level = { level: number; change: string } & (
  | { operation: string }
  | { field: string }
  | { setting: string }
  | { test: string; mentions: string }
  | { reason: string }
);

const levels: Level[] = JSON.parse(readFileSync(join(root, 'docs/api/levels.json'), 'utf8'));

/** Members of a level besides its number and its change. */
const evidence = ['field', 'operation', 'reason', 'setting', 'mentions test'];

const permissions = readFileSync(join(root, 'test/network/permissions.test.ts'), 'utf8');
const operations = new Set(routes.map(({ operation }) => operation));
const settings = new Set([
  ...Object.keys(plainSettingSchemas),
  ...Object.keys(organizationPermissions),
  ...userSettingNames,
]);
const fields = new Set(Object.keys(registrationSchema.shape));

function isShown(level: Level): boolean {
  if ('operation' in level) {
    return operations.has(level.operation) && new RegExp(`^  '?${level.operation}'?:`, 'm').test(permissions);
  }
  if ('field' in level) return fields.has(level.field);
  if ('setting' in level) return settings.has(level.setting);
  if ('reason' in level) return level.reason.length >= 10;
  const file = join(root, level.test);
  return level.mentions.length > 1 && existsSync(file) && readFileSync(file, 'utf8').includes(level.mentions);
}

it('docs/api/levels.json has every level up to the announced one and then later ones, in order', () => {
  const announced = versionFields.zulip_feature_level;
  const later = levels.slice(announced).map(({ level }) => level);
  expect(levels.slice(0, announced).map(({ level }) => level)).toEqual(
    Array.from({ length: announced }, (_, at) => at + 1),
  );
  expect(later).toEqual([...new Set(later)].sort((one, other) => one - other));
  expect(later.every((level) => level > announced)).toBe(true);
});

it('docs/api/levels.json names what shows each level', () => {
  expect(levels.filter((level) => !isShown(level))).toEqual([]);
});

it('docs/api/levels.json says for each level what it changes, and one thing that shows it or why it does not apply', () => {
  const odd = levels.filter(({ level: _, change, ...rest }) => {
    const members = Object.keys(rest).sort().join(' ');
    return typeof change !== 'string' || change === '' || !evidence.includes(members);
  });
  expect(odd).toEqual([]);
});
