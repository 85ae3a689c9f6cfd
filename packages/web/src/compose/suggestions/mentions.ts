/** Finds mentions in a text that is being written, and those among them that mention nobody. */
import type { Store } from '@parley/client';
import {
  type MentionSyntax,
  mayMentionAfter,
  readMention,
  wildcardKind,
} from '@parley/markdown/reference-text';
import { peopleNamed } from '../../model/people/references.ts';

const inlineCode = /(`+)[^`\n]*\1/g;
const quotedLine = /^ {0,3}>/;
const fenceOfLine = /^ {0,3}(`{3,}|~{3,})/;
/** The parser finds no mention after a backslash. */
const escaping = /(?<!\\)(?:\\\\)*\\$/;

/** Removes code, in which there are no mentions, and quotations, whose mentions notify nobody. */
function withoutCodeAndQuotes(text: string): string {
  let fence = '';
  const lines = text.split('\n').filter((line) => {
    const mark = fenceOfLine.exec(line)?.[1] ?? '';
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = '';
      return false;
    }
    fence = mark;
    return mark === '' && !quotedLine.test(line);
  });
  return lines.join('\n').replaceAll(inlineCode, ' ');
}

/** Returns the mentions in a text as they are written, each once. */
export function mentionsIn(text: string): string[] {
  if (!/@_?\*/.test(text)) return [];
  const shown = withoutCodeAndQuotes(text);
  const found = new Set<string>();
  for (let at = shown.indexOf('@'); at !== -1; at = shown.indexOf('@', at + 1)) {
    const read = readMention(shown, at);
    const before = shown.slice(Math.max(0, at - 20), at);
    if (read && mayMentionAfter(before) && !escaping.test(before)) found.add(shown.slice(at, read.end));
  }
  return [...found];
}

/** Returns whether a mention notifies everybody of a channel. */
export function mentionsChannel(mention: string): boolean {
  const read = readMention(mention, 0);
  if (!read || read.silent || read.group || read.id !== undefined) return false;
  return wildcardKind(read.name) === 'channel';
}

/** Why a mention mentions nobody: no person or group has the name, or several people have it. */
export type MentionProblem = 'nobody' | 'several';

/** Returns why a mention mentions nobody; undefined if it does mention someone. */
export function problemOf(store: Store, mention: string): MentionProblem | undefined {
  const read = readMention(mention, 0);
  if (!read) return 'nobody';
  if (read.group) return isKnownGroup(store, read) ? undefined : 'nobody';
  if (read.id !== undefined) {
    const user = store.people.users.get(read.id);
    return user && (read.name === '' || user.full_name === read.name) ? undefined : 'nobody';
  }
  if (wildcardKind(read.name)) return undefined;
  const { length } = peopleNamed(store, read.name);
  if (length === 1) return undefined;
  return length === 0 ? 'nobody' : 'several';
}

const isKnownGroup = ({ groups }: Store, { name, id }: MentionSyntax): boolean =>
  [...groups.groups.values()].some(
    (group) =>
      (id === undefined ? group.name === name : group.id === id) &&
      !group.is_system_group &&
      !group.deactivated,
  );
