import { Payload } from '../../domain/templates/payload.ts';

/** Returns the JSON value of a text; of another text, a payload with nothing in it. */
export function parsedJson(text: string): Payload {
  try {
    return new Payload(JSON.parse(text));
  } catch {
    return new Payload(undefined);
  }
}
