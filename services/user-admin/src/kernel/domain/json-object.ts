/** Members of a JSON object, by name. */
export type Members = Map<string, unknown>;

/** JSON text that is inserted into a larger text without being parsed. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Returns the text of a JSON object. Members that are undefined are left out. */
export function jsonObject(members: Members): Buffer {
  const parts: string[] = [];
  for (const [name, value] of members) {
    if (value === undefined) continue;
    parts.push(`${JSON.stringify(name)}:${value instanceof RawJson ? value.text : JSON.stringify(value)}`);
  }
  return Buffer.from(`{${parts.join(',')}}`);
}
