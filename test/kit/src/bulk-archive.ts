import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from './random.ts';

/** What an archive of another product contains, as far as it can be counted again. */
export type BulkContents = {
  people: number;
  channels: number;
  messages: number;
  reactions: number;
  files: number;
};

const words =
  'plan review deploy budget coffee release customer invoice meeting window server garden ticket summer train paper morning question answer number'.split(
    ' ',
  );
const emoji = ['thumbsup', 'tada', 'heart', 'eyes', 'rocket'];
const fileBytes = 2_000;
const writeBytes = 2 ** 20;

/**
 * Writes an archive in Mattermost's bulk form into a folder: messages of the last year in channels with threads, a reaction on every
 * third message, and a file with every tenth. Archives with other prefixes have other people and channels.
 * @returns what the report of an import must count
 */
export function writeBulkArchive(
  folder: string,
  random: Random,
  {
    messages,
    people = 50,
    channels = 20,
    prefix = '',
  }: { messages: number; people?: number; channels?: number; prefix?: string },
): BulkContents {
  mkdirSync(join(folder, 'data'), { recursive: true });
  const file = openSync(join(folder, 'import.jsonl'), 'w');
  const counts = { people, channels, messages: 0, reactions: 0, files: 0 };
  let waiting: string[] = [];
  let waitingBytes = 0;
  const flush = () => {
    writeSync(file, waiting.join(''));
    [waiting, waitingBytes] = [[], 0];
  };
  const write = (line: object) => {
    const text = `${JSON.stringify(line)}\n`;
    waiting.push(text);
    waitingBytes += text.length;
    if (waitingBytes >= writeBytes) flush();
  };
  const one = <T>(from: readonly T[]): T => from[random(from.length)]!;
  const user = () => `${prefix}person${random(people)}`;
  let time = Date.now() - 365 * 86_400_000;
  const step = Math.max(1, Math.floor((364 * 86_400_000) / messages));
  const message = () => {
    const number = ++counts.messages;
    time += 1 + random(2 * step);
    const text = Array.from({ length: 4 + random(16) }, () => one(words)).join(' ');
    const mention = random(12) === 0 ? ` @${user()}` : '';
    const hasReaction = number % 3 === 0;
    const hasFile = number % 10 === 0;
    if (hasReaction) counts.reactions++;
    if (hasFile) {
      counts.files++;
      mkdirSync(join(folder, 'data', String(number % 100)), { recursive: true });
      writeFileSync(join(folder, 'data', pathOf(number)), `${number} `.repeat(fileBytes / 8));
    }
    return {
      user: user(),
      message: `${text}${mention} (${number})`,
      create_at: time,
      ...(hasReaction && { reactions: [{ user: user(), emoji_name: one(emoji), create_at: time + 1 }] }),
      ...(hasFile && { attachments: [{ path: pathOf(number) }] }),
    };
  };
  write({ type: 'version', version: 1 });
  write({ type: 'team', team: { name: 'team', display_name: 'Team', type: 'I' } });
  const channelNames = Array.from({ length: channels }, (_, at) => `${prefix}channel${at}`);
  for (const name of channelNames)
    write({ type: 'channel', channel: { team: 'team', name, display_name: name, type: 'O' } });
  const memberships = channelNames.map((name) => ({ name, roles: 'channel_user' }));
  for (let at = 0; at < people; at++) {
    const teams = [{ name: 'team', roles: 'team_user', channels: memberships }];
    const username = `${prefix}person${at}`;
    write({ type: 'user', user: { username, email: `${username}@bulk.example`, teams } });
  }
  while (counts.messages < messages) {
    const post = { team: 'team', channel: one(channelNames), ...message() };
    const left = messages - counts.messages;
    const replies = Array.from({ length: Math.min(left, random(3) === 0 ? random(8) : 0) }, message);
    write({ type: 'post', post: { ...post, ...(replies.length > 0 && { replies }) } });
  }
  flush();
  closeSync(file);
  return counts;
}

const pathOf = (number: number): string => `${number % 100}/file-${number}.txt`;
