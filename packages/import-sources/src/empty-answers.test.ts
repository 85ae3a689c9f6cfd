import { expect, it } from 'vitest';
import { collection } from '../test/bson.ts';
import { type Contents, memorySource, readAll } from '../test/memory-source.ts';
import { mattermost } from './mattermost/reader.ts';
import { rocketchat } from './rocketchat/reader.ts';
import { slack } from './slack/reader.ts';

// A message whose only answers bring no message is none that begins a thread: its link would lead to an empty topic.

const at = 1_700_000_000;
const ann = { _id: 'annannannannann01', username: 'ann', name: 'Ann' };

/** What an answer contains; `gone`: it was deleted, or only tells of something. */
type Answer = 'text' | 'blank' | 'nothing' | 'gone';
const textOf = (answer: Answer): string => (answer === 'blank' ? ' \n ' : answer === 'nothing' ? '' : 'yes');

const sources = {
  slack: {
    reader: slack,
    archive: (answers: readonly Answer[]): Record<string, Contents> => ({
      'users.json': [{ id: 'U1', name: 'ann' }],
      'channels.json': [{ id: 'C1', name: 'general', members: ['U1'] }],
      'general/2024-05-01.json': [
        { type: 'message', user: 'U1', ts: `${at}.000100`, thread_ts: `${at}.000100`, text: 'Who?' },
        ...answers.map((answer, number) => ({
          type: 'message',
          user: 'U1',
          ts: `${at + 1 + number}.000100`,
          thread_ts: `${at}.000100`,
          text: textOf(answer),
          ...(answer === 'gone' ? { subtype: 'tombstone' } : {}),
        })),
      ],
    }),
  },
  mattermost: {
    reader: mattermost,
    archive: (answers: readonly Answer[]): Record<string, Contents> => ({
      'import.jsonl': [
        { type: 'version', version: 1 },
        { type: 'team', team: { name: 't', display_name: 'T' } },
        { type: 'channel', channel: { team: 't', name: 'general', type: 'O' } },
        { type: 'user', user: { username: 'ann', email: 'ann@old.example' } },
        {
          type: 'post',
          post: {
            team: 't',
            channel: 'general',
            user: 'ann',
            message: 'Who?',
            create_at: at * 1_000,
            replies: answers.map((answer, number) => ({
              user: 'ann',
              message: textOf(answer),
              create_at: (at + 1 + number) * 1_000,
              ...(answer === 'gone' ? { delete_at: (at + 60) * 1_000 } : {}),
            })),
          },
        },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    }),
  },
  rocketchat: {
    reader: rocketchat,
    archive: (answers: readonly Answer[]): Record<string, Contents> => ({
      'users.bson': collection([ann]),
      'rocketchat_room.bson': collection([{ _id: 'GENERAL', t: 'c', name: 'general' }]),
      'rocketchat_message.bson': collection([
        {
          _id: 'first',
          rid: 'GENERAL',
          msg: 'Who?',
          ts: new Date(at * 1_000),
          u: ann,
          tcount: answers.length,
        },
        ...answers.map((answer, number) => ({
          _id: `answer${number}`,
          rid: 'GENERAL',
          tmid: 'first',
          msg: textOf(answer),
          ts: new Date((at + 1 + number) * 1_000),
          u: ann,
          ...(answer === 'gone' ? { t: 'rm' } : {}),
        })),
      ]),
    }),
  },
};

it.each(Object.entries(sources))(
  '%s: only answers that say something make a topic',
  async (_name, source) => {
    const read = (...answers: Answer[]) => readAll(source.reader, memorySource(source.archive(answers)));
    for (const answers of [['blank'], ['nothing'], ['gone'], ['gone', 'blank', 'nothing']] as const) {
      const { texts, findings } = await read(...answers);
      expect({ answers, texts }).toEqual({ answers, texts: ['Who?'] });
      const leftOut = findings.filter((each) => each.leftOut === 'messages');
      expect(leftOut.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(answers.length);
    }
    const [first, answer] = (await read('blank', 'text')).texts;
    expect(first).toMatch(/^Who\?\n\n→ \{topic .* > Who\?\}$/);
    expect(answer).toMatch(/^↪ \{message .*\}\n\nyes$/);
  },
);
