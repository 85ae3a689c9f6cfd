import type { Json } from './openapi.ts';

/**
 * Shapes of answers as people write them down, and as JSON Schema has them:
 *
 *     {id: integer, to: integer | [integer], profile: {*: string}, sender: User}
 *
 * A name that begins with a small letter is a type of JSON Schema, or `any`; others are schemas of the document. `*`
 * stands for any other key. Members may be absent.
 */
const tokens = /\s*([[\]{}|,:*]|\w+)/y;
const referred = '#/components/schemas/';

/** @throws Error for what is no shape; a fault of the program */
export function schemaOf(shape: string): Json {
  const words = wordsOf(shape);
  const read = (): Json => {
    const choices = [readOne()];
    while (words[0] === '|') {
      words.shift();
      choices.push(readOne());
    }
    return choices.length === 1 ? choices[0]! : { anyOf: choices };
  };
  const readOne = (): Json => {
    const word = words.shift();
    if (word === '[') {
      const items = read();
      expect(']');
      return { type: 'array', items };
    }
    if (word === '{') return readMembers();
    if (word === undefined || !/^\w/.test(word)) throw new Error(`No shape: ${shape}`);
    if (word === 'any') return {};
    return /^[a-z]/.test(word) ? { type: word } : { $ref: referred + word };
  };
  const readMembers = (): Json => {
    const properties: Record<string, Json> = {};
    let others: Json | undefined;
    do {
      const name = words.shift()!;
      expect(':');
      if (name === '*') others = read();
      else properties[name] = read();
    } while (next(','));
    expect('}');
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(others && { additionalProperties: others }),
    };
  };
  const next = (word: string): boolean => words[0] === word && words.shift() === word;
  const expect = (word: string) => {
    if (!next(word)) throw new Error(`No shape, ${word} is missing before ${words.join(' ')}: ${shape}`);
  };
  const schema = read();
  if (words.length > 0) throw new Error(`No shape, because of ${words.join(' ')}: ${shape}`);
  return schema;
}

function wordsOf(shape: string): string[] {
  const words: string[] = [];
  tokens.lastIndex = 0;
  for (let match = tokens.exec(shape); match; match = tokens.exec(shape)) {
    words.push(match[1]!);
    if (tokens.lastIndex === shape.trimEnd().length) return words;
  }
  throw new Error(`No shape: ${shape}`);
}

/** What `schemaOf` reads. */
export function shapeOf(schema: Json): string {
  if (typeof schema.$ref === 'string') return schema.$ref.slice(referred.length);
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(shapeOf).join(' | ');
  if (schema.type === 'array') return `[${shapeOf(schema.items as Json)}]`;
  if (!schema.properties && !schema.additionalProperties) return String(schema.type ?? 'any');
  const members = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  if (schema.additionalProperties) members.push(['*', schema.additionalProperties as Json]);
  return `{${members.map(([name, each]) => `${name}: ${shapeOf(each)}`).join(', ')}}`;
}
