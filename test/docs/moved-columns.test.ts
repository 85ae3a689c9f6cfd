import { expect, it } from 'vitest';
import { recordSchemas } from '../../packages/archive/src/schema.ts';
import { organizationSettingNames } from '../../packages/settings/src/organization.ts';
import { exportedSettings } from '../../services/user-admin/src/exporting/importable/organization.ts';
import { tables } from '../network/database/stored-columns.ts';
import { leftServices, leftSettings, leftTables, movedTables } from './moved-columns.ts';

// Everything that an organization has is carried by the form of archives, or it is decided why not: a new table, column or setting
// without a decision fails here. test/network/database/erased-tables.test.ts compares the list of columns with the databases.

const columnsOf = (name: string): string[] => {
  const { other, rows, made } = tables[name]!;
  return [...new Set([...other, ...rows.flatMap(Object.keys), ...Object.keys(made)])].sort();
};

it('decides for every table whether it is carried, and for no other', () => {
  const decided = [...Object.keys(leftTables), ...Object.keys(movedTables)];
  expect(decided.filter((name) => decided.indexOf(name) !== decided.lastIndexOf(name))).toEqual([]);
  const rest = Object.keys(tables).filter(
    (name) => !decided.includes(name) && !(name.split('.')[0]! in leftServices),
  );
  expect(rest).toEqual([]);
  expect(decided.filter((name) => tables[name] === undefined)).toEqual([]);
});

it.each(Object.keys(movedTables))('decides for every column of %s', (name) => {
  expect(Object.keys(movedTables[name]!).sort()).toEqual(columnsOf(name));
});

it('names fields that records have', () => {
  const fields = Object.values(movedTables).flatMap((columns) =>
    Object.values(columns).flatMap((each) => (typeof each === 'string' ? [] : [each.in])),
  );
  const unknown = fields.filter((field) => {
    const [kind, name] = field.split('.') as [keyof typeof recordSchemas, string];
    return !(name in recordSchemas[kind].shape);
  });
  expect(unknown).toEqual([]);
});

it('carries every setting of the organization, or says why not', () => {
  const all = new Set<string>(organizationSettingNames);
  const exported = new Set<string>(exportedSettings);
  expect([...all].filter((name) => !exported.has(name) && !(name in leftSettings))).toEqual([]);
  expect(Object.keys(leftSettings).filter((name) => exported.has(name) || !all.has(name))).toEqual([]);
});
