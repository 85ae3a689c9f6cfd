import { expect, it } from 'vitest';
import { json } from '../edge/declaration/parameter.ts';
import { groupSettingSchema, groupSettingUpdateSchema } from './permission-settings.ts';

const people = (count: number) => ({
  direct_members: Array.from({ length: count }, (_, index) => index + 1),
  direct_subgroups: [1],
});
const decode = (schema: Parameters<typeof json>[0], value: unknown) =>
  json(schema).decode(JSON.stringify(value), 'can_send_message_group');

it('accepts a group, or a list of people and groups', () => {
  expect(decode(groupSettingSchema, 3)).toBe(3);
  expect(decode(groupSettingSchema, people(999))).toEqual(people(999));
});

// The limit exists because every client stores the whole setting, and every event about the channel or group contains it.
it('refuses a list of more than 1000 users and groups together', () => {
  const refused = 'has too many members (limit: 1000); use a group';
  expect(() => decode(groupSettingSchema, people(1_000))).toThrow(`can_send_message_group ${refused}`);
  expect(() => decode(groupSettingUpdateSchema, { new: people(1_000) })).toThrow(
    `can_send_message_group["new"] ${refused}`,
  );
});

it('accepts an old value above the limit, which was stored before the limit existed', () => {
  expect(decode(groupSettingUpdateSchema, { new: 3, old: people(5_000) })).toEqual({
    new: 3,
    old: people(5_000),
  });
});
