import {
  type ArchiveRecord,
  KeyTable,
  type MessageRecord,
  NumberTable,
  type PersonRecord,
  type Place,
  type ReactionRecord,
  type ReadOptions,
} from '@parley/archive';
import { required } from '@parley/core';
import type { Findings } from '../reading/findings.ts';
import { messageRecords, tellSkinTone, uniqueReactions } from '../reading/messages.ts';
import {
  millisecondsOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
  type Values,
} from '../reading/values.ts';
import { hasSkinTone } from '../text/emoji.ts';
import { Threads } from '../text/threads.ts';
import { type Block, type Inline, paragraph } from '../text/tree.ts';
import { attachmentBlocks } from './attachments.ts';
import { attachmentPaths, type MattermostFiles } from './files.ts';
import { parseMattermost } from './markdown.ts';
import { type MattermostNames, reactionName } from './names.ts';
import { usernameOf } from './people.ts';

/** A post or reply as it waits to be sorted. */
export type StoredPost = {
  readonly post: Values;
  readonly where: string;
  readonly time: number;
  /** Key of the channel; undefined for a direct conversation. */
  readonly channel?: string;
  readonly people?: readonly string[];
  readonly root?: string;
  readonly key: string;
  /** Names the thread of a post that is no reply; its replies have it as `root`. */
  readonly thread?: string;
  readonly hasReplies?: boolean;
};

/** What all posts share. */
export type PostContext = {
  readonly options: ReadOptions;
  readonly findings: Findings;
  readonly names: MattermostNames;
  readonly files: MattermostFiles;
  readonly temporaryFolder: string | undefined;
};

/** Older servers export notices without their type: they begin with the name of their author, or end with it. */
function isOldNotice(post: Values): boolean {
  const [, who, by] =
    /^@?(\S+) (?:(?:has )?(?:joined|left)|(?:was )?(?:added to|removed from)) the (?:channel|team)(?: by @?(\S+?))?\.?$/.exec(
      textOf(post.message) ?? '',
    ) ?? [];
  const author = usernameOf(post.user);
  return who !== undefined && (who.toLowerCase() === author || by?.toLowerCase() === author);
}

/** Returns the ID of a post. Mattermost's own export leaves it out; programs that write the bulk form may have it. */
export const idOfPost = (post: Values): string | undefined => {
  const id = textOf(post.id);
  return id !== undefined && /^[a-z0-9]{26}$/.test(id) ? id : undefined;
};

/** Why a post is left out; undefined where it is not. */
function lossOf(post: Values): { finding: string; example: string } | undefined {
  const type = textOf(post.type) ?? '';
  if (type.startsWith('system_') && type !== 'system_generic')
    return { finding: 'notice', example: `A notice (${type.slice(0, 60)}) is left out.` };
  if (post.type === undefined && isOldNotice(post))
    return { finding: 'notice', example: 'A notice (joined or left) is left out.' };
  if ((numberOf(post.delete_at) ?? numberOf(post.deleted_at) ?? 0) > 0)
    return { finding: 'deleted-message', example: 'The message was deleted in Mattermost.' };
  return undefined;
}

/** Whether a post comes as a message that people see: it is not left out, and has a text or files. */
export const isShown = (post: Values): boolean =>
  lossOf(post) === undefined &&
  ((textOf(post.message) ?? '').trim() !== '' ||
    attachmentPaths(objectsOf(post.attachments)).length > 0 ||
    attachmentBlocks(objectOf(post.props)?.attachments, () => [paragraph()]).length > 0);

const contentsOf = (key: string, { message, attachments, props }: Values): string =>
  JSON.stringify([key, message, attachments, props]);

/** The messages of one time: their contents, and how often each key came. A hostile archive has one time for all messages. */
class SameTime {
  private readonly contents: KeyTable;
  private readonly keys: KeyTable;
  private readonly counts: NumberTable;

  constructor(folder: string | undefined) {
    this.contents = new KeyTable(folder);
    this.keys = new KeyTable(folder);
    this.counts = new NumberTable(1, folder);
  }

  isNew(contents: string): boolean {
    return this.contents.addNew(contents);
  }

  /** Counts a key. Returns how often it came by now. */
  count(key: string): number {
    const number = this.keys.add(key);
    if (number === this.counts.size) this.counts.add();
    const count = this.counts.get(number, 0) + 1;
    this.counts.set(number, 0, count);
    return count;
  }
}

/** Writes posts that come sorted by conversation and time. */
export class PostWriter {
  private readonly context: PostContext;
  private readonly yieldedFiles: KeyTable;
  private conversation: { readonly name: string | undefined; readonly threads: Threads } | undefined;
  /** The first message with the time of the last one, and what there is of this time when there are several. */
  private first: { key: string; post: Values } | undefined;
  private sameTime: SameTime | undefined;
  private lastTime: number | undefined;

  constructor(context: PostContext) {
    this.context = context;
    this.yieldedFiles = new KeyTable(context.temporaryFolder);
  }

  *write(stored: StoredPost): Iterable<ArchiveRecord> {
    const { findings, names, options, temporaryFolder } = this.context;
    const { post, where } = stored;
    const name = stored.channel ?? JSON.stringify(stored.people);
    if (!this.conversation || name !== this.conversation.name) {
      const threads = new Threads(stored.channel, options.maxTopicLength, names.nameOf, temporaryFolder);
      this.conversation = { name, threads };
      this.lastTime = undefined;
    }
    const { threads } = this.conversation;
    if (this.isLeftOut(post, where)) return;
    const key = this.keyOf(stored);
    if (key === undefined) return;
    const sender = this.sender(post, where);
    if (sender.record) yield sender.record;
    const team = stored.channel?.split('/')[0];
    const blocks = this.text(post, team, where);
    const nodes: Inline[] = [];
    yield* this.writeFiles(post, where, nodes);
    if (nodes.length > 0) blocks.push({ type: 'paragraph', children: nodes });
    let shown: readonly Block[] = blocks;
    let topic = '';
    if (blocks.length > 0) {
      if (stored.root === undefined) {
        shown = threads.first(stored.thread ?? key, key, blocks, stored.hasReplies === true);
      } else ({ topic, blocks: shown } = threads.reply(stored.root, blocks));
    }
    const people = stored.people?.includes(sender.key)
      ? stored.people
      : [...(stored.people ?? []), sender.key];
    const place: Place = stored.channel === undefined ? { people } : { channel: stored.channel, topic };
    const reactions = this.reactions(post, where);
    const starredBy = textsOf(post.flagged_by).flatMap((name) =>
      names.people.has(name.toLowerCase()) ? [name.toLowerCase()] : [],
    );
    const edited = millisecondsOf(post.edit_at);
    const id = idOfPost(post);
    const head: Omit<MessageRecord, 'kind' | 'content'> = {
      key,
      place,
      sender: sender.key,
      time: stored.time,
      where,
      ...(edited !== undefined && edited > stored.time ? { edits: [{ time: edited }] } : {}),
      ...(reactions.length === 0 ? {} : { reactions }),
      ...(starredBy.length === 0 ? {} : { starredBy }),
      ...(post.is_pinned === true ? { pinned: true } : {}),
      ...(id === undefined ? {} : { aliases: [id] }),
    };
    yield* messageRecords(head, shown, options, findings.tell);
    const { channel, thread, hasReplies } = stored;
    if (channel === undefined || thread === undefined || hasReplies !== true) return;
    const threadTopic = threads.topicOf(thread);
    if (threadTopic !== undefined) yield* this.followers(threadTopic, channel, post);
  }

  private isLeftOut(post: Values, where: string): boolean {
    const loss = lossOf(post);
    if (loss) this.context.findings.tell({ ...loss, where, leftOut: 'messages' });
    return loss !== undefined;
  }

  /** Returns a key that no other message has; undefined for a message that was there already. */
  private keyOf({ key, time, post, where }: StoredPost): string | undefined {
    if (time !== this.lastTime) {
      this.lastTime = time;
      this.sameTime = undefined;
      this.first = { key, post };
      return key;
    }
    const first = required(this.first, 'first post of this time');
    // Two posts of one time are rare, so only then it is looked whether they are one.
    if (!this.sameTime) {
      this.sameTime = new SameTime(this.context.temporaryFolder);
      this.sameTime.isNew(contentsOf(first.key, first.post));
      this.sameTime.count(first.key);
    }
    if (!this.sameTime.isNew(contentsOf(key, post))) {
      this.context.findings.tell({
        finding: 'duplicate-message',
        where,
        example: 'The message stands in the archive twice.',
        leftOut: 'messages',
      });
      return undefined;
    }
    const count = this.sameTime.count(key);
    return count === 1 ? key : `${key}~${count}`;
  }

  private sender(post: Values, where: string): { key: string; record?: PersonRecord } {
    const { names, findings } = this.context;
    const props = objectOf(post.props);
    const user = usernameOf(post.user);
    if (props?.from_webhook === 'true' || props?.from_webhook === true) {
      const name = textOf(props.override_username) ?? textOf(props.webhook_display_name) ?? 'Webhook';
      const key = `webhook:${name.trim().toLowerCase().slice(0, 100)}`;
      return this.add({
        kind: 'person',
        key,
        name: name.trim(),
        active: true,
        bot: { type: 'incoming' },
        where,
      });
    }
    if (user === undefined) {
      findings.tell({ finding: 'unknown-author', where, example: 'The message names no author.' });
      return this.add({
        kind: 'person',
        key: 'unknown:author',
        name: 'Unknown author',
        active: false,
        where,
      });
    }
    if (!names.people.has(user)) {
      findings.tell({
        finding: 'unknown-person',
        where,
        example: `${user.slice(0, 60)} is in no list of people, and becomes a deactivated account.`,
      });
    }
    return this.add({ kind: 'person', key: user, name: user, active: false, where });
  }

  private add(record: PersonRecord): { key: string; record?: PersonRecord } {
    const { people } = this.context.names;
    if (people.has(record.key)) return { key: record.key };
    people.set(record.key, record.name);
    return { key: record.key, record };
  }

  private text(post: Values, team: string | undefined, where: string): Block[] {
    const { names, findings } = this.context;
    const parse = (source: string): Block[] => parseMattermost(source, names, team);
    const message = textOf(post.message);
    if (!names.hasPostIds && message !== undefined && /\/pl\/[a-z0-9]{26}\b/.test(message)) {
      findings.tell({
        finding: 'message-link',
        where,
        example:
          'The archive does not name the messages that links lead to. They still lead to the old server.',
      });
    }
    const blocks = message === undefined ? [] : parse(message);
    const first = blocks[0];
    if (post.type === 'me' && first?.type === 'paragraph') {
      blocks[0] = { type: 'paragraph', children: [{ type: 'text', text: '/me ' }, ...first.children] };
    }
    return [...blocks, ...attachmentBlocks(objectOf(post.props)?.attachments, parse)];
  }

  private *writeFiles(post: Values, where: string, nodes: Inline[]): Iterable<ArchiveRecord> {
    const owner = usernameOf(post.user);
    for (const path of attachmentPaths(objectsOf(post.attachments))) {
      const record = required(this.context.files.record(path, 'upload', where), 'record of a file');
      if (nodes.length > 0) nodes.push({ type: 'text', text: '\n' });
      nodes.push({ type: 'reference', to: { ref: 'file', key: record.key, label: record.name } });
      if (!this.yieldedFiles.addNew(record.key)) continue;
      yield owner !== undefined && this.context.names.people.has(owner) ? { ...record, owner } : record;
    }
  }

  private reactions(post: Values, where: string): ReactionRecord[] {
    const { names, findings } = this.context;
    const reactions = objectsOf(post.reactions).flatMap((reaction): ReactionRecord[] => {
      const person = usernameOf(reaction.user);
      const emoji = textOf(reaction.emoji_name);
      if (emoji === undefined) return [];
      if (hasSkinTone(emoji)) tellSkinTone(findings.tell, where);
      if (person === undefined || !names.people.has(person)) {
        findings.tell({
          finding: 'unknown-person',
          where,
          example: 'Nothing is known of somebody who reacted.',
          leftOut: 'reactions',
        });
        return [];
      }
      const time = millisecondsOf(reaction.create_at);
      return [{ person, emoji: reactionName(emoji), ...(time === undefined ? {} : { time }) }];
    });
    return uniqueReactions(reactions);
  }

  /** People who follow a thread follow its topic. */
  private *followers(topic: string, channel: string, post: Values): Iterable<ArchiveRecord> {
    for (const follower of objectsOf(post.thread_followers)) {
      const person = usernameOf(follower.user);
      if (person === undefined || !this.context.names.people.has(person)) continue;
      yield { kind: 'topic', channel, topic, person, policy: 'followed' };
    }
  }
}
