import type { PersonRecord } from '@parley/archive';
import type { Tell } from '../reading/chunks.ts';
import { idOf, objectOf, textOf, type Values } from '../reading/values.ts';
import type { SlackNames } from './names.ts';
import { personName, slackbot } from './people.ts';

/** Names under which one program appears that become bots of their own. */
const maxNamesOfBot = 200;
/** Key of the author of messages that name none. */
const nobody = 'unknown-author';

/** Finds the authors of messages. An author whom no list has becomes a person when the first of their messages is read. */
export class Senders {
  private readonly bots = new Map<string, number>();
  private readonly names: SlackNames;
  private readonly tell: Tell;

  constructor(names: SlackNames, tell: Tell) {
    this.names = names;
    this.tell = tell;
  }

  /** Returns the key of a message's author, and the record of one who is new. */
  of(message: Values, where: string): { key: string; record?: PersonRecord } {
    const user = idOf(message.user);
    if (user !== undefined) return this.person(user, objectOf(message.user_profile), where);
    const bot =
      idOf(message.bot_id) ??
      (message.subtype === 'bot_message' ? (textOf(message.username) ?? 'bot') : undefined);
    if (bot !== undefined) return this.bot(bot, message, where);
    const comment = idOf(objectOf(message.comment)?.user);
    if (comment !== undefined) return this.person(comment, undefined, where);
    this.tell({ finding: 'unknown-author', where, example: 'The message names no author.' });
    return this.add(nobody, { kind: 'person', key: nobody, name: 'Unknown author', active: false, where });
  }

  /** Returns the key of a person, and the record of one who is new. */
  person(id: string, profile: Values | undefined, where: string): { key: string; record?: PersonRecord } {
    if (this.names.people.has(id)) return { key: id };
    const name = profile ? personName({ profile }, id) : id === slackbot ? 'Slackbot' : id;
    const isBot = id === slackbot;
    if (!isBot) {
      this.tell({
        finding: 'unknown-person',
        where,
        example: `${id.slice(0, 40)} is in no list of people, and becomes a deactivated account.`,
      });
    }
    return this.add(id, {
      kind: 'person',
      key: id,
      name,
      active: isBot,
      where,
      ...(isBot ? { bot: { type: 'generic' } } : {}),
    });
  }

  private bot(id: string, message: Values, where: string): { key: string; record?: PersonRecord } {
    const own = textOf(objectOf(message.bot_profile)?.name);
    const shown = textOf(message.username);
    const name = (shown ?? own ?? id).trim();
    const count = this.bots.get(id) ?? 0;
    const key = count < maxNamesOfBot ? `${id}:${name}` : `${id}:`;
    if (this.names.people.has(key)) return { key };
    this.bots.set(id, count + 1);
    const type = message.subtype === 'bot_message' ? 'incoming' : 'generic';
    return this.add(key, { kind: 'person', key, name, active: true, bot: { type }, where });
  }

  private add(key: string, record: PersonRecord): { key: string; record?: PersonRecord } {
    if (this.names.people.has(key)) return { key };
    this.names.people.set(key, record.name);
    return { key, record };
  }
}
