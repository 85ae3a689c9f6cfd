/** Maximum length of an answer that becomes a message; the message itself is shortened to its own limit. */
const maxText = 40_000;

/**
 * Returns the message that the answer of a program becomes; undefined for none. In Zulip's format it is `content` or `response_string`, unless
 * `response_not_required` is set; in Slack's format it is `text`, as JSON or as plain text.
 */
export function replyOf(body: string, format: number): string | undefined {
  const text = body.trim();
  if (text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const answer = value as Record<string, unknown>;
  if (answer.response_not_required === true) return undefined;
  const names = format === 2 ? ['text'] : ['content', 'response_string'];
  for (const name of names) {
    const found = answer[name];
    if (typeof found === 'string' && found.trim() !== '') return found.toWellFormed().slice(0, maxText);
  }
  return undefined;
}

/** The program is overloaded, being replaced, or failed by itself. After any other failure it never accepts the message. */
export const isRetried = (status: number): boolean =>
  status >= 500 || status === 408 || status === 425 || status === 429;
