import type { JsonSchema } from '@parley/api';
import { errors } from '@parley/core';
import { z } from 'zod';
import { illFormed, nullByte, type Parameter } from './parameter.ts';
import { jsonNull, type RawParameters } from './raw-parameters.ts';

type Shape = Readonly<Record<string, Parameter<unknown>>>;

type ValuesOf<S extends Shape> = { [Name in keyof S]: S[Name] extends Parameter<infer T> ? T : never };

/** A parameter as the documentation shows it. */
export type ParameterDescription = {
  name: string;
  in: 'path' | 'form';
  required: boolean;
  jsonEncoded: boolean;
  deprecated: boolean;
  aliases: readonly string[];
  description: string;
  schema: JsonSchema;
};

export type Parsed<T> = {
  values: T;
  /** Names of parameters that the client sent but the endpoint does not know (docs/api/requests.md#parameters). */
  ignored: string[];
};

export type Params<T> = {
  readonly names: readonly string[];
  readonly pathNames: readonly string[];
  /** Parses the parameters. @throws ParleyError for the first parameter that is missing or invalid */
  parse(sent: RawParameters, path: RawParameters): Parsed<T>;
  describe(): ParameterDescription[];
};

export type Values<P> = P extends Params<infer T> ? T : never;

/** Parameters that every endpoint accepts. `client` is the name of the calling program. */
const universal = ['client'];

/** Each key is the parameter's name, in requests and in the values that `parse` returns. */
export function params<S extends Shape>(shape: S): Params<ValuesOf<S>> {
  const declared = Object.entries(shape).map(([name, parameter]) => ({
    name,
    parameter,
    spellings: [name, ...parameter.facts.aliases],
  }));
  const known = new Set([
    ...universal,
    ...declared.filter(({ parameter }) => !parameter.facts.inPath).flatMap(({ spellings }) => spellings),
  ]);

  return {
    names: declared.map(({ name }) => name),
    pathNames: declared.filter(({ parameter }) => parameter.facts.inPath).map(({ name }) => name),

    parse(sent, path) {
      const values: Record<string, unknown> = {};
      for (const { name, parameter, spellings } of declared) {
        const source = parameter.facts.inPath ? path : sent;
        values[name] = parameter.fallback;
        const spelling = spellings.find((each) => isPresent(source[each], parameter));
        if (spelling !== undefined) {
          const given = source[spelling] ?? '';
          const text = given === jsonNull ? 'null' : given;
          if (text.includes('\0')) throw nullByte(spelling);
          if (!text.isWellFormed()) throw illFormed(spelling);
          values[name] = parameter.decode(text, spelling);
        } else if (parameter.isRequired) throw errors.missingParameter(name);
      }
      const ignored: string[] = [];
      for (const name in sent) if (!known.has(name)) ignored.push(name);
      return { values: values as ValuesOf<S>, ignored };
    },

    describe: () =>
      declared.map(({ name, parameter }) => ({
        name,
        in: parameter.facts.inPath ? 'path' : 'form',
        required: parameter.isRequired,
        jsonEncoded: parameter.facts.jsonEncoded,
        deprecated: parameter.facts.isDeprecated,
        aliases: parameter.facts.aliases,
        description: parameter.facts.description,
        schema: {
          ...withoutDialect(z.toJSONSchema(parameter.facts.schema, { io: 'input' })),
          ...defaultOf(parameter.fallback ?? parameter.facts.assumed),
        },
      })),
  };
}

const isPresent = (text: string | undefined, { takesNull, isNullable }: Parameter<unknown>): boolean =>
  text !== undefined && (text === jsonNull ? isNullable : text !== 'null' || takesNull);

const defaultOf = (value: unknown) => (value === undefined ? {} : { default: value });

function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
