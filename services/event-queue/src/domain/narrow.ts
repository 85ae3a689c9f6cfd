import { errors, errorText, required } from '@parley/core';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import { channelNameKey, foldCase, type UserId } from '@parley/rules';

export type NarrowTerm = { operator: string; operand: string };

/** Returns whether a message matches the narrow (filter) of a queue. `flags` are those of the message for the queue's user. */
export type MessageTest = (message: MessageSent, flags: readonly string[], userId: UserId) => boolean;

type Compile = (operand: string) => MessageTest;

const channel: Compile = (operand) => {
  const name = channelNameKey(operand);
  return ({ place }) =>
    place?.$case === 'channel' &&
    (channelNameKey(place.channel.channelName) === name || String(place.channel.channelId) === operand);
};

const topic: Compile = (operand) => {
  const name = foldCase(operand);
  return ({ place }) => place?.$case === 'channel' && foldCase(place.channel.topic) === name;
};

const sender: Compile = (operand) => {
  const address = foldCase(operand);
  return (message) => foldCase(message.senderEmail) === address || String(message.senderId) === operand;
};

/** Matches messages that mention a person by name. Queues know people in messages only by their IDs. */
const mentions: Compile = (operand) => {
  const mark = `<span class="user-mention" data-user-id="${operand}">`;
  return ({ renderedContent }) => renderedContent.includes(mark);
};

/** The operand lists e-mail addresses or IDs, separated by commas. It may omit the queue's user. */
const direct: Compile = (operand) => {
  const named = new Set(
    operand
      .replace(/^\[|\]$/g, '')
      .split(',')
      .map((part) => foldCase(part.trim().replace(/^"|"$/g, '')))
      .filter((part) => part !== ''),
  );
  const namesOf = ({ userId, email }: { userId: UserId; email: string }) => [String(userId), foldCase(email)];
  return ({ place }, _flags, userId) => {
    if (place?.$case !== 'direct') return false;
    const { recipients } = place.direct;
    const areOthersNamed = recipients.every(
      (each) => each.userId === userId || namesOf(each).some((name) => named.has(name)),
    );
    return areOthersNamed && named.isSubsetOf(new Set(recipients.flatMap(namesOf)));
  };
};

const isDirect: MessageTest = ({ place }) => place?.$case === 'direct';
const flagged =
  (...names: string[]): MessageTest =>
  (_message, flags) =>
    names.some((name) => flags.includes(name));

/** Prefix of the topic of a conversation that is marked as resolved. */
const resolvedPrefix = '✔ ';

const properties: Readonly<Record<string, MessageTest>> = {
  dm: isDirect,
  private: isDirect,
  starred: flagged('starred'),
  unread: (_message, flags) => !flags.includes('read'),
  mentioned: flagged('mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'),
  alerted: flagged('has_alert_word'),
  resolved: ({ place }) => place?.$case === 'channel' && place.channel.topic.startsWith(resolvedPrefix),
};

const matchesAll: MessageTest = () => true;

/** Operands that queues cannot evaluate are ignored: clients receive more events than requested, never fewer. */
const is: Compile = (operand) => (Object.hasOwn(properties, operand) && properties[operand]) || matchesAll;

/** Functions that compile a term of a narrow, by the current and the older names of its operator. */
const operators: Readonly<Record<string, Compile>> = {
  channel,
  stream: channel,
  topic,
  subject: topic,
  sender,
  from: sender,
  mentions,
  dm: direct,
  'pm-with': direct,
  pm_with: direct,
  is,
};

/** A message must match all terms. Undefined without terms. @throws BAD_REQUEST for unsupported operators */
export function compileNarrow(terms: readonly NarrowTerm[]): MessageTest | undefined {
  if (terms.length === 0) return undefined;
  const tests = terms.map(({ operator, operand }) => {
    if (!Object.hasOwn(operators, operator))
      throw errors.badRequest(errorText('Operator {operator} not supported.', { operator }));
    return required(operators[operator], 'operator')(operand);
  });
  return (message, flags, userId) => tests.every((test) => test(message, flags, userId));
}
