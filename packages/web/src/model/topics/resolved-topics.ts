export const resolvedPrefix = '✔ ';

export const isResolved = (topic: string): boolean => topic.startsWith(resolvedPrefix);

export const nameWithoutMark = (topic: string): string =>
  isResolved(topic) ? topic.slice(resolvedPrefix.length) : topic;
