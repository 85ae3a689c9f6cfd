import type { Rendered } from '../integration.ts';
import { bold, codeBlock, paragraphs, plain } from '../markdown.ts';
import type { Payload } from './payload.ts';

/** Maximum depth of shown JSON, so that deeply nested payloads cost nothing. */
const maxDepth = 40;
/** Maximum number of shown lines. */
const maxLines = 400;

/** Returns any JSON as indented text, bounded in depth and lines. */
export function readableJson(value: unknown): string {
  const out: string[] = [];
  write(value, '', '', out);
  if (out.length < maxLines) return out.join('\n');
  return [...out.slice(0, maxLines), '…'].join('\n');
}

function write(value: unknown, indent: string, lead: string, out: string[], end = ''): void {
  if (out.length >= maxLines) return;
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value) ?? 'null';
    out.push(`${indent}${lead}${text.length > 2_000 ? `${text.slice(0, 2_000)}…` : text}${end}`);
    return;
  }
  const isList = Array.isArray(value);
  const keys = isList ? [...value.keys()] : Object.keys(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (keys.length === 0 || indent.length >= maxDepth * 2) {
    out.push(`${indent}${lead}${open}${keys.length === 0 ? '' : '…'}${close}${end}`);
    return;
  }
  out.push(`${indent}${lead}${open}`);
  for (const [at, key] of keys.entries()) {
    if (out.length >= maxLines) return;
    const inner = (value as Record<string | number, unknown>)[key];
    const comma = at < keys.length - 1 ? ',' : '';
    write(inner, `${indent}  `, isList ? '' : `${JSON.stringify(String(key).slice(0, 500))}: `, out, comma);
  }
  out.push(`${indent}${close}${end}`);
}

/** Returns the message for an event that an integration does not know: readable, so that nothing is lost without a trace. */
export const unknownEvent = (title: string, event: string, body: Payload): Rendered => ({
  event: event === '' ? 'other' : event,
  topic: title,
  content: paragraphs(
    event === '' ? `${bold(title)} sent:` : `${bold(title)} sent the event ${plain(event, 100)}:`,
    codeBlock(readableJson(body.value), 'json'),
  ),
});
