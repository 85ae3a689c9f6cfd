/** Maximum number of events in one log entry. The ID of an event is `sequence × 256 + index`. */
export const EVENTS_PER_ENTRY = 256;

/** Highest stream sequence whose event IDs are below 2^53, so that they are exact as JavaScript numbers. */
export const MAX_SEQUENCE = Math.floor(Number.MAX_SAFE_INTEGER / EVENTS_PER_ENTRY) - 1;

/**
 * Returns the ID of an event.
 * @param sequence sequence of the entry, from 1; 0 for a position before the first entry
 * @param index index in the entry, 0 to 255
 */
export function eventId(sequence: number, index: number): number {
  if (!Number.isInteger(sequence) || sequence < 0 || sequence > MAX_SEQUENCE) {
    throw new RangeError(`not a stream sequence: ${sequence}`);
  }
  if (!Number.isInteger(index) || index < 0 || index >= EVENTS_PER_ENTRY) {
    throw new RangeError(`not an index in a log entry: ${index}`);
  }
  return sequence * EVENTS_PER_ENTRY + index;
}

/** Returns the stream sequence of the entry that contains an event. */
export const sequenceOf = (id: number): number => Math.floor(id / EVENTS_PER_ENTRY);

/** Returns the highest event ID that an entry can have. As a position it means that the whole entry is handled. */
export const endOf = (sequence: number): number => eventId(sequence, EVENTS_PER_ENTRY - 1);
