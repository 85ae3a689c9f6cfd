import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bson, collection } from '../../test/bson.ts';
import { bsonDocuments, readDocument } from './bson.ts';

describe('BSON', () => {
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.integer(),
      fc.double({ noNaN: true }),
      fc.uint8Array(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        fc.string().map((name) => name.replaceAll('\0', '')),
        tie('value'),
        { maxKeys: 4 },
      ),
    ),
  })).value;
  const document = fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'ü'), value);

  it('reads what was written, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { maxLength: 4 }),
        fc.integer({ min: 1, max: 50 }),
        async (documents, length) => {
          const bytes = collection(documents);
          const pieces = async function* (): AsyncIterable<Uint8Array> {
            for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length);
          };
          const found: unknown[] = [];
          for await (const each of bsonDocuments(pieces())) found.push(bson(each).toString('hex'));
          expect(found).toEqual(documents.map((each) => bson(each).toString('hex')));
        },
      ),
    );
  });

  it('fails only in one way, whatever the bytes are', () => {
    fc.assert(
      fc.property(document, fc.nat(), fc.integer({ min: 0, max: 255 }), (each, place, byte) => {
        const bytes = bson(each);
        bytes[place % bytes.length] = byte;
        try {
          readDocument(bytes);
        } catch (error) {
          expect((error as Error).constructor.name).toBe('BsonError');
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
