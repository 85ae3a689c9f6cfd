import { credentialMark } from '@parley/api';
import { deliveredEvents } from '@parley/api/events';
import { registrationSchema } from '@parley/api/register';
import type { CredentialKind } from '@parley/rules';
import type { z } from 'zod';
import { routes, transfers } from '../src/http/routes.ts';

/** A field with text in an answer or an event. Values of unknown type count, too. */
export type TextField = {
  /** The operation, `event` and the name of the event's schema, or `register-queue`. */
  readonly where: string;
  /** Path of members: `exports[].export_url`. `*` stands for any name. */
  readonly path: string;
  /** The last name in the path. */
  readonly name: string;
  readonly kind: CredentialKind | undefined;
  /** Whether the schema permits more than texts, so that anything can be in the field. */
  readonly isUnknown: boolean;
};

type Definition = {
  type: string;
  shape: Record<string, z.ZodType>;
  element: z.ZodType;
  innerType: z.ZodType;
  options: z.ZodType[];
  items: z.ZodType[];
  valueType: z.ZodType;
};

/** Types of schemas whose values contain no text. */
const withoutText = new Set(['number', 'boolean', 'null', 'literal', 'enum', 'undefined', 'int']);

/** Returns the fields with text of a schema. @throws Error for a type of schema that this function does not know */
export function textFieldsOf(where: string, schema: z.ZodType): TextField[] {
  const visit = (each: z.ZodType, path: string, marked?: CredentialKind): TextField[] => {
    const def = each.def as unknown as Definition;
    const kind = (each.meta()?.[credentialMark] as CredentialKind | undefined) ?? marked;
    switch (def.type) {
      case 'object':
        return Object.entries(def.shape).flatMap(([name, member]) =>
          visit(member, path === '' ? name : `${path}.${name}`),
        );
      case 'array':
        return visit(def.element, `${path}[]`, kind);
      case 'record':
        return visit(def.valueType, `${path}.*`, kind);
      case 'tuple':
        return def.items.flatMap((item, index) => visit(item, `${path}[${index}]`, kind));
      case 'union':
        return def.options.flatMap((option) => visit(option, path, kind));
      case 'optional':
      case 'nullable':
        return visit(def.innerType, path, kind);
      case 'string':
      case 'unknown':
      case 'any':
      case 'custom': {
        const name = path.split(/[.[]/).findLast((part) => /^\w*[a-z]\w*$/.test(part)) ?? '';
        return [{ where, path, name, kind, isUnknown: def.type !== 'string' }];
      }
      default:
        if (withoutText.has(def.type)) return [];
        throw new Error(`The walk does not know the schema type ${def.type} of ${where} ${path}.`);
    }
  };
  return visit(schema, '');
}

/** Returns the fields with text of all answers, events and registrations. */
export function allTextFields(): TextField[] {
  const answers = [...routes, ...transfers].flatMap(({ operation, answer }) =>
    // The answer of `get-events` consists of the events, which follow below.
    answer && operation !== 'get-events' ? textFieldsOf(operation, answer as z.ZodType) : [],
  );
  const events = deliveredEvents.flatMap((schema) => textFieldsOf(`event ${schema.meta()!.id}`, schema));
  const registration = textFieldsOf('register-queue', registrationSchema);
  const known = new Map(
    [...answers, ...events, ...registration].map((field) => [
      `${field.where} ${field.path} ${field.kind ?? ''}`,
      field,
    ]),
  );
  return [...known.values()];
}
