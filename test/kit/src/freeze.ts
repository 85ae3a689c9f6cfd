import type { FollowedEvent } from '@parley/event-log';

/**
 * Freezes a message of a call with all its parts. Caller and handler in one process share the message, so neither may change it.
 * Bytes cannot be frozen.
 */
export function freeze(message: unknown): void {
  if (typeof message !== 'object' || message === null || Object.isFrozen(message)) return;
  if (ArrayBuffer.isView(message)) return;
  Object.freeze(message);
  for (const part of Object.values(message)) freeze(part);
}

/** Freezes the contents of an event, which all followers and workers of a process share. */
export function freezeEvent(followed: FollowedEvent): void {
  try {
    for (const part of [followed.message, followed.fact, followed.event]) freeze(part);
  } catch {} // It cannot be decoded. Those who handle it notice that themselves.
}
