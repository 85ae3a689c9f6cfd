/** Writes BSON, for tests: an independent counterpart of the reader. */

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
};

function element(name: string, value: unknown): Buffer {
  const head = (type: number): Buffer => Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`)]);
  if (value === null) return head(0x0a);
  if (value instanceof Date) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(value.getTime()));
    return Buffer.concat([head(0x09), bytes]);
  }
  if (value instanceof Uint8Array)
    return Buffer.concat([head(0x05), int32(value.length), Buffer.from([0]), value]);
  if (Array.isArray(value)) return Buffer.concat([head(0x04), bson(Object.fromEntries(value.entries()))]);
  switch (typeof value) {
    case 'string': {
      const bytes = Buffer.from(`${value}\0`);
      return Buffer.concat([head(0x02), int32(bytes.length), bytes]);
    }
    case 'boolean':
      return Buffer.concat([head(0x08), Buffer.from([value ? 1 : 0])]);
    case 'bigint': {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(value);
      return Buffer.concat([head(0x12), bytes]);
    }
    case 'number': {
      if (Number.isInteger(value) && Math.abs(value) < 2 ** 31)
        return Buffer.concat([head(0x10), int32(value)]);
      const bytes = Buffer.alloc(8);
      bytes.writeDoubleLE(value);
      return Buffer.concat([head(0x01), bytes]);
    }
    case 'object':
      return Buffer.concat([head(0x03), bson(value as Record<string, unknown>)]);
    default:
      throw new Error(`no BSON for ${typeof value}`);
  }
}

/** Returns one document. */
export function bson(value: Readonly<Record<string, unknown>>): Buffer {
  const body = Buffer.concat(
    Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [element(name, each)])),
  );
  return Buffer.concat([int32(body.length + 5), body, Buffer.from([0])]);
}

/** Returns the file of a collection. */
export const collection = (documents: readonly Readonly<Record<string, unknown>>[]): Buffer =>
  Buffer.concat(documents.map(bson));
