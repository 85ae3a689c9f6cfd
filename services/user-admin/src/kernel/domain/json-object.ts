/** Members of a JSON object by name. */
export type Members = Map<string, unknown>;

/** JSON text that becomes part of a larger text unparsed. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Returns the JSON text of an object; members that are undefined are left out. */
export function jsonObject(members: Members): Buffer {
  const parts: string[] = [];
  for (const [name, value] of members) {
    if (value === undefined) continue;
    parts.push(`${JSON.stringify(name)}:${value instanceof RawJson ? value.text : JSON.stringify(value)}`);
  }
  return Buffer.from(`{${parts.join(',')}}`);
}
