/** Makes the records of the busy organization: the same ones each time, ending at a given moment. */
import type { ArchiveRecord, MessageRecord, Place, ReactionRecord, TextPart } from '@parley/archive';
import { demoOwner, demoPeople } from '../demo.ts';
import { type BusyChannel, busyChannels } from './channels.ts';
import { busyFiles } from './files.ts';
import { busyBots, busyPeople, type Team } from './people.ts';
import { directPhrases, type Phrases, phrasesOf } from './phrases.ts';
import { Random } from './random.ts';

/** Number of messages, about a tenth of them direct. */
const messageCount = 5_000;
const directShare = 0.1;
const days = 21;

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

const emoji = ['+1', 'tada', 'eyes', 'heart', 'joy', 'rocket', 'pray', 'check', 'clap', 'thinking'];

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
          return { ref: 'file', key: random.of(busyFiles.filter(({ isPicture }) => isPicture)).key };
        case '{file}':
          return { ref: 'file', key: random.of(busyFiles.filter(({ isPicture }) => !isPicture)).key };
        default:
          return part;
      }
    });
}

/** Returns a moment on a working day, most often between nine and six, in seconds. */
function workingTime(end: number, random: Random): number {
  for (;;) {
    const date = new Date((end - random.fraction() * days * day) * 1000);
    date.setUTCHours(
      8 + Math.floor((random.fraction() + random.fraction()) * 5),
      random.between(0, 59),
      random.between(0, 59),
    );
    const seconds = Math.floor(date.getTime() / 1000);
    const isWeekend = date.getUTCDay() % 6 === 0;
    if (seconds < end && (!isWeekend || random.fraction() < 0.1)) return seconds;
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

/** Returns the messages of one exchange: an opening, and answers within minutes. */
function exchange(
  {
    place,
    topic,
    phrases,
    people,
    bots,
  }: {
    place: Place;
    topic: string;
    phrases: Phrases;
    people: readonly string[];
    bots: readonly string[];
  },
  length: number,
  end: number,
  random: Random,
): Omit<MessageRecord, 'key'>[] {
  const writers = random.some(people, Math.min(people.length, random.between(2, 5)));
  let time = workingTime(end, random);
  const messages: Omit<MessageRecord, 'key'>[] = [];
  for (let index = 0; index < length; index++) {
    const phrase = random.of(index === 0 ? phrases.openings : phrases.answers);
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

function channelMessages(end: number, random: Random): Omit<MessageRecord, 'key'>[] {
  const weight = busyChannels.reduce((sum, channel) => sum + channel.weight, 0);
  const wanted = messageCount * (1 - directShare);
  return busyChannels.flatMap((channel) => {
    const messages: Omit<MessageRecord, 'key'>[] = [];
    const people = membersOf(channel).map(({ key }) => key);
    const bots = channel.kind === 'reports' ? busyBots.map(({ key }) => key) : [];
    while (messages.length < (wanted * channel.weight) / weight) {
      const topic = random.of(channel.topics);
      const place = { channel: channel.name, topic };
      const length = bots.length > 0 ? random.between(1, 3) : random.between(2, 14);
      messages.push(
        ...exchange({ place, topic, phrases: phrasesOf(channel), people, bots }, length, end, random),
      );
    }
    return messages;
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
    const place = { people };
    messages.push(
      ...exchange(
        { place, topic: '', phrases: directPhrases, people, bots: [] },
        random.between(2, 8),
        end,
        random,
      ),
    );
  }
  return messages;
}

/** Yields all records. @param end the moment after the newest message, in seconds since 1970 */
export function* busyRecords(end: number): Generator<ArchiveRecord> {
  const random = new Random(20_261_130);
  for (const { email, name } of [demoOwner, ...demoPeople]) yield { kind: 'person', key: email, name, email };
  for (const { email, name } of busyPeople) {
    yield { kind: 'person', key: email, name, email, joined: end - (days + random.between(5, 700)) * day };
  }
  for (const { key, name } of busyBots) {
    yield { kind: 'person', key, name, bot: { type: 'generic', owner: demoOwner.email } };
  }
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
  for (const { isPicture: _isPicture, bytes: _bytes, ...file } of busyFiles) {
    yield { kind: 'file', ...file, owner: demoOwner.email, created: end - days * day };
  }
  yield* [...channelMessages(end, random), ...directMessages(end, random)]
    .toSorted((one, other) => one.time - other.time)
    .map((message, index): MessageRecord => ({ ...message, key: `busy:${index}` }));
}
