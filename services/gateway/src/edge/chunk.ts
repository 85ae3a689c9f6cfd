/** A part of a body: text, or bytes as a service sent them. */
export type Chunk = string | Uint8Array;
