/** Makes records of the conversations that were written. */
import type { MessageRecord, ReactionRecord, TextPart } from '@parley/archive';
import { partBefore } from '@parley/core';
import { demoOwner, demoPeople } from '../demo.ts';
import { busyFiles } from './files.ts';
import { busyPeople } from './people.ts';
import type { Random } from './random.ts';
import { type Talk, talks } from './talks/index.ts';

const keysByName = new Map(
  [demoOwner, ...demoPeople, ...busyPeople].map(({ name, email }) => [partBefore(name, ' '), email]),
);
const filesByName = new Map(busyFiles.map(({ name, key }) => [name, key]));

/** @throws Error for a name that nobody has */
function keyOf(name: string): string {
  const key = keysByName.get(name);
  if (key === undefined) throw new Error(`Nobody is called ${name}.`);
  return key;
}

/** Returns a text with references in the place of `@Name` and `{file}`. Other braces are text. */
export const textParts = (text: string): TextPart[] =>
  text
    // A file has a line of its own, so that only its picture or card is shown.
    .replaceAll(/ (\{[^{}\n]+\.\w+\})$/gm, '\n$1')
    .split(/(@\p{Lu}\p{L}+|\{[^{}\n]+\.\w+\})/u)
    .filter((part) => part !== '')
    .map((part): TextPart => {
      const person = part.startsWith('@') ? keysByName.get(part.slice(1)) : undefined;
      if (person !== undefined) return { ref: 'person', key: person };
      const file = filesByName.get(part.slice(1, -1));
      return file !== undefined && part.startsWith('{') ? { ref: 'file', key: file } : part;
    });

/** Returns the messages of all conversations. @param end the moment after the last one, in seconds */
export const talkMessages = (end: number, random: Random): Omit<MessageRecord, 'key'>[] =>
  talks.flatMap((talk) => messagesOf(talk, end, random));

function messagesOf(
  { hoursAgo, lines, ...where }: Talk,
  end: number,
  random: Random,
): Omit<MessageRecord, 'key'>[] {
  const begin = Math.floor(end - hoursAgo * 3_600);
  // Lines follow each other within minutes, and faster where there is less time.
  const most = Math.min(480, Math.floor((end - begin) / (lines.length + 1)));
  let time = begin;
  return lines.map(([by, text, reactions = {}]) => {
    const sent = time;
    time += random.between(Math.min(25, most), most);
    return {
      kind: 'message',
      place: 'people' in where ? { people: where.people.map(keyOf) } : where,
      sender: keyOf(by),
      time: sent,
      content: textParts(text),
      reactions: Object.entries(reactions).flatMap(([emoji, names]) =>
        names
          .split(' ')
          .map(
            (name): ReactionRecord => ({ person: keyOf(name), emoji, time: Math.min(sent + 90, end - 1) }),
          ),
      ),
      client: 'website',
    };
  });
}
