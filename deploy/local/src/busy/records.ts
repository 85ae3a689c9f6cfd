/** Makes the records of the busy organization: the same ones each time, ending at a given moment. */
import type { ArchiveRecord, MessageRecord, Place, ReactionRecord, TextPart } from '@parley/archive';
import { itemAt, required } from '@parley/core';
import { demoOwner, demoPeople } from '../demo.ts';
import { type BusyChannel, busyChannels } from './channels.ts';
import { busyFiles, faceFiles } from './files.ts';
import { busyBots, busyPeople, type Team } from './people.ts';
import { type Phrases, phrasesOf } from './phrases.ts';
import { Random } from './random.ts';
import { talkMessages, textParts } from './talk-records.ts';
import { directTalks, talks } from './talks/index.ts';

/** Number of messages, about a tenth of them direct. */
const messageCount = 5_000;
const directShare = 0.1;
const days = 21;
/** In the last days, people write only what somebody has thought of: the conversations in `talks`. */
const writtenDays = 4;

const hour = 3_600;
const day = 24 * hour;

type Member = { key: string; team: Team | undefined };

/** People of the demo have a team, too, so that they take part. */
const demoTeams: readonly Team[] = [
  'operations',
  'support',
  'product',
  'engineering',
  'engineering',
  'operations',
];

const demoMembers: readonly Member[] = [
  { key: demoOwner.email, team: undefined },
  ...demoPeople
    .filter(({ role }) => role !== 600)
    .map(({ email }, index) => ({ key: email, team: demoTeams[index % demoTeams.length] })),
];
const members: readonly Member[] = [
  ...demoMembers,
  ...busyPeople.map(({ email, team }) => ({ key: email, team })),
];

const membersOf = ({ teams }: BusyChannel): Member[] =>
  members.filter(({ team }) => teams === undefined || team === undefined || teams.includes(team));

const emoji = ['+1', 'tada', 'eyes', 'heart', 'pray', 'check', 'clap'];

/** Fills in a phrase: figures become text, people and files become references. */
function fill(phrase: string, topic: string, people: readonly string[], random: Random): TextPart[] {
  return phrase
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part): TextPart => {
      switch (part) {
        case '{topic}':
          return topic;
        case '{mention}':
          return { ref: 'person', key: random.of(people) };
        case '{number}':
          return String(random.between(3, 28));
        case '{percent}':
          return String(random.between(2, 60));
        case '{ms}':
          return String(random.between(41, 96));
        case '{picture}':
          return { ref: 'file', key: random.of(busyFiles.filter(({ isDraft }) => isDraft)).key };
        case '{file}':
          return { ref: 'file', key: random.of(busyFiles.filter(({ isPicture }) => !isPicture)).key };
        default:
          return part;
      }
    });
}

/** Returns a moment on a working day before the last days, most often between nine and six, in seconds. */
function workingTime(end: number, random: Random): number {
  const last = end - writtenDays * day;
  for (;;) {
    const date = new Date((last - random.fraction() * (days - writtenDays) * day) * 1000);
    date.setUTCHours(
      8 + Math.floor((random.fraction() + random.fraction()) * 5),
      random.between(0, 59),
      random.between(0, 59),
    );
    const seconds = Math.floor(date.getTime() / 1000);
    const isWeekend = date.getUTCDay() % 6 === 0;
    if (seconds < last && (!isWeekend || random.fraction() < 0.1)) return seconds;
  }
}

function reactionsTo(people: readonly string[], time: number, random: Random): ReactionRecord[] {
  if (random.fraction() > 0.18) return [];
  const chosen = random.of(emoji);
  return random.some(people, random.between(1, Math.min(6, people.length))).map((person) => ({
    person,
    emoji: random.fraction() < 0.8 ? chosen : random.of(emoji),
    time: time + random.between(20, hour),
  }));
}

type Talk = {
  place: Place;
  topic: string;
  phrases: Phrases;
  people: readonly string[];
  bots: readonly string[];
};

/** Returns the messages of one exchange: an opening, and answers within minutes. */
function exchange(
  { place, topic, phrases, people, bots }: Talk,
  length: number,
  end: number,
  random: Random,
): Omit<MessageRecord, 'key'>[] {
  const writers = random.some(people, Math.min(people.length, random.between(2, 5)));
  let time = workingTime(end, random);
  const messages: Omit<MessageRecord, 'key'>[] = [];
  // Nobody says the same thing twice in one exchange.
  const answers = random.some(phrases.answers, Math.min(phrases.answers.length, length - 1));
  for (let index = 0; index <= answers.length; index++) {
    const phrase = index === 0 ? random.of(phrases.openings) : itemAt(answers, index - 1);
    // People often write two messages in a row.
    const last = messages.at(-1)?.sender;
    const sender =
      bots.length > 0 ? random.of(bots) : last && random.fraction() < 0.25 ? last : random.of(writers);
    const others = writers.filter((each) => each !== sender);
    messages.push({
      kind: 'message',
      place,
      sender,
      time,
      content: fill(phrase, topic, others.length > 0 ? others : people, random),
      reactions: reactionsTo(people, time, random),
      client: 'website',
    });
    time = Math.min(
      time + random.between(15, random.fraction() < 0.15 ? 2 * hour : 400),
      end - length + index,
    );
  }
  return messages;
}

/** Topics with a conversation that was written, which phrases do not disturb. */
const written = new Set(talks.flatMap((talk) => ('topic' in talk ? [`${talk.channel} ${talk.topic}`] : [])));

function channelMessages(end: number, random: Random): Omit<MessageRecord, 'key'>[] {
  const weight = busyChannels.reduce((sum, channel) => sum + channel.weight, 0);
  const writtenCount = talks.reduce((sum, { lines }) => sum + lines.length, 0);
  const wanted = messageCount * (1 - directShare) - writtenCount;
  return busyChannels.flatMap((channel) => {
    const messages: Omit<MessageRecord, 'key'>[] = [];
    const people = membersOf(channel).map(({ key }) => key);
    const bots = channel.kind === 'reports' ? busyBots.map(({ key }) => key) : [];
    const topics = channel.topics.filter((topic) => !written.has(`${channel.name} ${topic}`));
    while (topics.length > 0 && messages.length < (wanted * channel.weight) / weight) {
      const topic = random.of(topics);
      const place = { channel: channel.name, topic };
      const length = bots.length > 0 ? random.between(1, 3) : random.between(2, 14);
      messages.push(
        ...exchange({ place, topic, phrases: phrasesOf(channel), people, bots }, length, end, random),
      );
    }
    return messages;
  });
}

/** Returns one of the short conversations of two or three people. @param last before when it is */
function directExchange(
  people: readonly string[],
  last: number,
  random: Random,
): Omit<MessageRecord, 'key'>[] {
  const lines = random.of(directTalks);
  const order = random.some(people, people.length);
  let time = Math.floor(last - random.fraction() * (days - writtenDays) * day);
  return lines.map((line, index) => {
    const message: Omit<MessageRecord, 'key'> = {
      kind: 'message',
      place: { people },
      sender: itemAt(order, index % Math.min(2, order.length)),
      time,
      content: textParts(line),
      reactions: [],
      client: 'website',
    };
    time = Math.min(time + random.between(40, 900), last - lines.length + index);
    return message;
  });
}

function directMessages(end: number, random: Random): Omit<MessageRecord, 'key'>[] {
  const messages: Omit<MessageRecord, 'key'>[] = [];
  const keys = members.map(({ key }) => key);
  while (messages.length < messageCount * directShare) {
    // The owner, whom one logs in as, takes part in every second conversation.
    const people =
      random.fraction() < 0.5
        ? [demoOwner.email, ...random.some(keys.slice(1), random.between(1, 2))]
        : random.some(keys, 2);
    messages.push(
      ...directExchange(people, end - (random.fraction() < 0.04 ? 0 : writtenDays * day), random),
    );
  }
  return messages;
}

function* people(end: number, random: Random): Generator<ArchiveRecord> {
  const avatarOf = (email: string) => required(faceFiles.get(email), `picture of ${email}`).key;
  for (const { email, name } of [demoOwner, ...demoPeople]) {
    yield { kind: 'person', key: email, name, email, avatar: avatarOf(email) };
  }
  for (const { email, name } of busyPeople) {
    const joined = end - (days + random.between(5, 700)) * day;
    yield { kind: 'person', key: email, name, email, joined, avatar: avatarOf(email) };
  }
  for (const { key, name } of busyBots) {
    yield { kind: 'person', key, name, bot: { type: 'generic', owner: demoOwner.email } };
  }
}

function* channels(end: number): Generator<ArchiveRecord> {
  const folders = [...new Set(busyChannels.map(({ folder }) => folder))];
  for (const name of folders) yield { kind: 'channel-folder', key: name, name };
  for (const { name, description, isPrivate, folder } of busyChannels) {
    yield {
      kind: 'channel',
      key: name,
      name,
      description,
      folder,
      privacy: isPrivate ? 'private' : 'public',
      creator: demoOwner.email,
      created: end - (days + 30) * day,
    };
  }
  for (const channel of busyChannels) {
    for (const { key } of membersOf(channel)) {
      yield {
        kind: 'subscription',
        channel: channel.name,
        person: key,
        pinned: channel.name === 'all-hands',
      };
    }
  }
}

function* files(end: number): Generator<ArchiveRecord> {
  for (const { isPicture: _isPicture, isDraft: _isDraft, bytes: _bytes, ...file } of busyFiles) {
    yield { kind: 'file', ...file, owner: demoOwner.email, created: end - days * day };
  }
  for (const { isPicture: _isPicture, bytes: _bytes, ...file } of faceFiles.values()) {
    yield { kind: 'file', ...file, use: 'avatar', created: end - days * day };
  }
}

/** Yields all records. @param end the moment after the newest message, in seconds since 1970 */
export function* busyRecords(end: number): Generator<ArchiveRecord> {
  const random = new Random(20_261_130);
  yield* people(end, random);
  yield* channels(end);
  yield* files(end);
  yield* [...channelMessages(end, random), ...directMessages(end, random), ...talkMessages(end, random)]
    .toSorted((one, other) => one.time - other.time)
    .map((message, index): MessageRecord => ({ ...message, key: `busy:${index}` }));
}
