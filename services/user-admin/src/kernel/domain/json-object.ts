/** Members of a JSON object: names with values, or with values that are JSON text already. */
export type Members = Map<string, unknown>;

/** JSON text inside a value, taken over as it is. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The JSON text of an object, built once. */
export function jsonObject(members: Members): Buffer {
  const parts: string[] = [];
  for (const [name, value] of members) {
    if (value === undefined) continue;
    parts.push(`${JSON.stringify(name)}:${value instanceof RawJson ? value.text : JSON.stringify(value)}`);
  }
  return Buffer.from(`{${parts.join(',')}}`);
}
