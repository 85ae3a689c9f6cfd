import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { organizationPermissions, plainSettingSchemas, userSettingNames } from '@parley/settings';
import { expect, it } from 'vitest';
import { registrationSchema } from '../../packages/api/src/register/index.ts';
import { openApiDocument } from '../../services/gateway/src/http/docs/openapi.ts';
import { areas, routes, transfers } from '../../services/gateway/src/http/routes.ts';
import { versionFields } from '../../services/gateway/src/http/version.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * A feature level of the API, what it changes, and what shows that this server does it:
 *
 * - `operation`: an operation, which test/network/roles-and-permissions/every-operation-by-role.test.ts calls;
 * - `field`: a field of the registration, which test/network/events/register.test.ts compares with its schema;
 * - `parameter`: an operation and one of its parameters, as the API document has them;
 * - `answer`: an operation and a field of its answer, with which test/network/api/documented-answers.test.ts compares answers;
 * - `object`: an object or event of the API document and one of its fields;
 * - `setting`: a setting, which test/network/organization/organization-settings.test.ts changes;
 * - `test` and `mentions`: a file of tests or of cases, and the title of one, or at least three words of it;
 * - `reason`: why the level does not apply here.
 */
type Level = { level: number; change: string } & (
  | { operation: string }
  | { field: string }
  | { parameter: string }
  | { answer: string }
  | { object: string }
  | { setting: string }
  | { test: string; mentions: string }
  | { reason: string }
);

const levels: Level[] = JSON.parse(readFileSync(join(root, 'docs/api/levels.json'), 'utf8'));

/** Members of a level besides its number and its change. */
const evidence = [
  'answer',
  'field',
  'mentions test',
  'object',
  'operation',
  'parameter',
  'reason',
  'setting',
];

const permissions = readFileSync(
  join(root, 'test/network/roles-and-permissions/every-operation-by-role.test.ts'),
  'utf8',
);
const operations = new Set(routes.map(({ operation }) => operation));
const settings = new Set([
  ...Object.keys(plainSettingSchemas),
  ...Object.keys(organizationPermissions),
  ...userSettingNames,
]);
const fields = new Set(Object.keys(registrationSchema.shape));

type Schema = { [key: string]: unknown };
const document = openApiDocument({ areas, transfers });
const schemas: Readonly<Record<string, Schema>> = document.components.schemas;
const described = new Map(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
);

/** Returns a schema and all that it contains besides its fields: alternatives, members of lists and of maps. */
function partsOf(schema: Schema | undefined, depth = 0): Schema[] {
  if (!schema || typeof schema !== 'object' || depth > 12) return [];
  const { $ref } = schema;
  if (typeof $ref === 'string') return partsOf(schemas[$ref.split('/').at(-1)!], depth + 1);
  const lists = ['anyOf', 'allOf', 'oneOf', 'prefixItems'].flatMap(
    (name) => (schema[name] ?? []) as Schema[],
  );
  const single = [schema.items, schema.additionalProperties] as Schema[];
  const patterns = Object.values((schema.patternProperties ?? {}) as Schema) as Schema[];
  return [schema, ...[...lists, ...single, ...patterns].flatMap((part) => partsOf(part, depth + 1))];
}

/** Returns whether schemas have a field. `path` leads to it; lists and maps on its way are not named. */
function hasField(all: readonly (Schema | undefined)[], path: readonly string[]): boolean {
  let present = all.flatMap((each) => partsOf(each));
  for (const name of path) {
    present = present.flatMap(({ properties }) => partsOf((properties as Record<string, Schema>)?.[name]));
  }
  return present.length > 0;
}

const bodiesOf = (content: Readonly<Record<string, { schema?: Schema }>> | undefined) =>
  Object.values(content ?? {}).map(({ schema }) => schema);

/** Returns whether the API document has what `name.path` names, where `name` is that of an operation or object. */
function isDocumented(kind: 'parameter' | 'answer' | 'object', text: string): boolean {
  const [name = '', ...path] = text.split('.');
  if (path.length === 0) return false;
  if (kind === 'object') return hasField([schemas[name]], path);
  const operation = described.get(name);
  if (!operation) return false;
  if (kind === 'answer') return hasField(bodiesOf(operation.responses['200']?.content), path);
  const isDirect = operation.parameters?.some((each) => each.name === path[0]) ?? false;
  return isDirect || hasField(bodiesOf(operation.requestBody?.content), path);
}

/** Returns whether a text is the title of a test or case in a file, or at least three words of one. */
function isTitle(file: string, text: string): boolean {
  const source = readFileSync(file, 'utf8');
  if (/[ :]/.test(text) && [`'${text}'`, `"${text}"`, `\`${text}\``].some((each) => source.includes(each)))
    return true;
  const isInTitle = (line: string) =>
    line.includes(text) && /['"`]/.test(line) && !line.trim().startsWith('//');
  return text.split(' ').length >= 3 && source.split('\n').some(isInTitle);
}

function isShown(level: Level): boolean {
  if ('operation' in level) {
    return operations.has(level.operation) && new RegExp(`^  '?${level.operation}'?:`, 'm').test(permissions);
  }
  if ('field' in level) return fields.has(level.field);
  if ('setting' in level) return settings.has(level.setting);
  for (const kind of ['parameter', 'answer', 'object'] as const) {
    if (kind in level) return isDocumented(kind, (level as Record<string, unknown>)[kind] as string);
  }
  if ('reason' in level) return level.reason.length >= 10;
  if (!('test' in level)) return false;
  const file = join(root, level.test);
  return existsSync(file) && isTitle(file, level.mentions);
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

it('docs/api/levels.json names fields and parameters that exist: others are not found', () => {
  expect(isDocumented('object', 'Message.last_moved_timestamp')).toBe(true);
  expect(isDocumented('object', 'Message.no_such_field')).toBe(false);
  expect(isDocumented('parameter', 'send-message.read_by_sender')).toBe(true);
  expect(isDocumented('parameter', 'send-message.no_such_parameter')).toBe(false);
  expect(isDocumented('answer', 'get-messages.messages.reactions.user_id')).toBe(true);
  expect(isDocumented('answer', 'get-messages.reactions')).toBe(false);
});
