/** Prefix of resolved topics. */
export const resolvedPrefix = '✔ ';

/** Returns whether a topic is resolved. */
export const isResolved = (topic: string): boolean => topic.startsWith(resolvedPrefix);

/** Returns the name of a topic without the mark of resolved topics. */
export const nameWithoutMark = (topic: string): string =>
  isResolved(topic) ? topic.slice(resolvedPrefix.length) : topic;
