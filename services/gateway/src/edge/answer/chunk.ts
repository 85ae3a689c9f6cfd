/** A part of a response body: text, or bytes that a service sent. */
export type Chunk = string | Uint8Array;
