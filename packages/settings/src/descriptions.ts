/** Describes settings as data, for programs that show and change them. */
import { firstItem } from '@parley/core';
import { z } from 'zod';
import { describeOrganizationSetting, organizationSettingSubjects } from './organization.ts';
import { describeUserSetting, userSettingSubjects } from './personal.ts';

/** Returns what a schema allows: `{type: 'flag'}`, bounds of a number or a text, or the values of a choice. */
function allowedBy(schema: z.core.JSONSchema.JSONSchema): Record<string, unknown> {
  const others = (schema.anyOf ?? []).filter(({ type, const: only }) => type !== 'null' && only !== -1);
  if (schema.anyOf && others.length === 1) {
    const canBeNull = schema.anyOf.some(({ type }) => type === 'null');
    return { ...allowedBy(firstItem(others)), ...(canBeNull ? { canBeNull } : {}) };
  }
  if (Array.isArray(schema.type)) {
    const [type] = schema.type.filter((each) => each !== 'null');
    return { ...allowedBy({ ...schema, ...(type !== undefined && { type }) }), canBeNull: true };
  }
  if (schema.const !== undefined) return { type: 'choice', values: [schema.const] };
  if (schema.enum) return { type: 'choice', values: schema.enum };
  switch (schema.type) {
    case 'boolean':
      return { type: 'flag' };
    case 'integer':
      return { type: 'number', least: schema.minimum ?? 1, most: schema.maximum };
    case 'string':
      return { type: 'text', minLength: schema.minLength ?? 0, maxLength: schema.maxLength };
    default:
      return { type: 'flags' };
  }
}

/** Returns the organization's settings that `PATCH /realm` changes, except permissions, as data by name: their subject first. */
export function organizationSettingDescriptions(): Record<string, Record<string, unknown>> {
  const described: Record<string, Record<string, unknown>> = {};
  for (const [subject, names] of Object.entries(organizationSettingSubjects)) {
    for (const name of names) {
      const { schema, default: value, changedBy, facts } = describeOrganizationSetting(name);
      if (changedBy === 'uploads') continue;
      const allowed = allowedBy(z.toJSONSchema(schema, { unrepresentable: 'any' }));
      described[name] = { subject, ...allowed, default: value, changedBy, ...facts };
    }
  }
  return described;
}

export function userSettingDescriptions(): Record<string, Record<string, unknown>> {
  const described: Record<string, Record<string, unknown>> = {};
  for (const [subject, names] of Object.entries(userSettingSubjects)) {
    for (const name of names) {
      const { schema, default: value, facts } = describeUserSetting(name);
      const allowed = allowedBy(z.toJSONSchema(schema, { unrepresentable: 'any' }));
      described[name] = { subject, ...allowed, default: value, ...facts };
    }
  }
  return described;
}
