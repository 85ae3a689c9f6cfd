import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { type EmojiRecord, type FileRecord, organizationImages, SourceProblem } from '@parley/archive';
import { boundedBytes, inTurns, itemAt, ParleyError, required } from '@parley/core';
import { unicodeEmoji } from '@parley/markdown';
import { StoreImageRequest_Kind as Kind } from '@parley/proto/upload/v1/files';
import type { ImportFileRequest } from '@parley/proto/upload/v1/importing';
import { SetOrganizationImageRequest_Image as Image } from '@parley/proto/useradmin/v1/organization';
import type { UserId } from '@parley/rules';
import { storeCheckpoint } from '../db/imports.ts';
import { findFiles, putFiles } from '../db/keys.ts';
import { fileKeyOf } from '../domain/keys.ts';
import { outcomeOf } from '../domain/report.ts';
import type { Running } from './state.ts';
import { whereOf } from './state.ts';

/** Maximum size of a picture in bytes, as for uploads of people. */
const maxPicture = 5 * 2 ** 20;
/** Size of files that are stored together, each and in all, in bytes. */
const smallBytes = 256 * 1024;
const maxTogether = 6 * 2 ** 20;
/** Number of names without an emoji that a dry run remembers, so that it asks for each only once. */
const maxMissing = 10_000;
/** Number of files that are stored, or of small ones that are read, at the same time. */
const atOnce = 12;

/** Imports files: those that messages share, and pictures of people and emoji. */
export async function importFiles(running: Running, files: readonly FileRecord[]): Promise<void> {
  const waiting = running.isDryRun ? [...files] : await importSmallFiles(running, files);
  const known = running.isDryRun
    ? await findFiles(running.ctx.db, running.source, keysOf(waiting))
    : undefined;
  await inTurns(waiting, atOnce, (file) => importFile(running, file, known?.has(file.key)));
}

const keysOf = (files: readonly FileRecord[]): string[] => files.map(({ key }) => key);

const isPicture = ({ use }: FileRecord): boolean =>
  use === 'avatar' || use === 'emoji' || use === 'organization';

/** Stores small files together. Returns those that are stored alone. */
async function importSmallFiles(running: Running, files: readonly FileRecord[]): Promise<FileRecord[]> {
  const { ctx, source, tally } = running;
  const contents = await smallContents(running, files);
  const alone: FileRecord[] = [];
  const together: { file: FileRecord; content: Buffer }[] = [];
  for (const [at, file] of files.entries()) {
    const content = itemAt(contents, at);
    if (content === undefined) alone.push(file);
    else together.push({ file, content });
  }
  if (together.length === 0) return alone;
  const request = {
    files: together.map(({ file, content }) => ({ file: requestOf(running, file, ''), content })),
  };
  const answers = await ctx.clients.upload
    .importSmallFiles(request, running.call())
    .catch((error: unknown) => {
      // Alone, each of them gets its own answer: over the quota, for example.
      if (error instanceof ParleyError && error.status < 500) return undefined;
      throw error;
    });
  const stored: { key: string; url: string }[] = [];
  for (const [at, { file }] of together.entries()) {
    const answer = answers?.files[at];
    if (answer?.file === undefined) {
      alone.push(file);
      continue;
    }
    stored.push({ key: file.key, url: answer.file.url });
    tally.add('files', 'read');
    tally.add('files', answer.isNew ? 'imported' : 'merged');
  }
  await putFiles(ctx.db, source, running.row.importId, stored);
  return alone;
}

/** Returns the contents of those files that are stored together. */
async function smallContents(
  running: Running,
  files: readonly FileRecord[],
): Promise<(Buffer | undefined)[]> {
  const contents = files.map((): Buffer | undefined => undefined);
  const fitting: { at: number; path: string }[] = [];
  let bytes = 0;
  for (const [at, file] of files.entries()) {
    const { path } = file;
    const size = path === undefined ? undefined : running.files.sizeOf(path);
    if (isPicture(file) || path === undefined || size === undefined) continue;
    if (size > smallBytes || bytes + size > maxTogether) continue;
    bytes += size;
    fitting.push({ at, path });
  }
  await inTurns(fitting, atOnce, async ({ at, path }) => {
    contents[at] = await smallContent(running, path);
  });
  return contents;
}

const notSmall = new Error('The file is not small.');

/** Returns the contents of a small file; undefined when there is something wrong with it, which is told when it is stored alone. */
async function smallContent(running: Running, path: string): Promise<Buffer | undefined> {
  try {
    return await boundedBytes(running.files.open(path), smallBytes, () => notSmall);
  } catch (error) {
    if (error === notSmall || error instanceof SourceProblem) return undefined;
    throw error;
  }
}

const requestOf = (running: Running, file: FileRecord, sourceUrl: string): ImportFileRequest => ({
  importId: running.row.importId,
  importKey: fileKeyOf(running.source, file.key),
  ownerId: Math.max(0, running.people.get(file.owner ?? '')?.id ?? 0),
  fileName: file.name,
  contentType: file.type ?? '',
  createdAt: Math.floor(file.created ?? 0),
  sourceUrl,
});

/** @param isThere whether a dry run knows that an earlier import has brought the file */
async function importFile(running: Running, file: FileRecord, isThere = false): Promise<void> {
  if (isPicture(file)) {
    running.pictures.set(file.key, file);
    for (const person of running.avatars.get(file.key) ?? []) await setAvatar(running, person, file);
    for (const emoji of running.emoji.get(file.key) ?? []) await importEmoji(running, emoji);
    await importOrganizationImages(running, file);
    return;
  }
  const { tally } = running;
  tally.add('files', 'read');
  const where = whereOf(file, file.key);
  try {
    const outcome = running.isDryRun ? await readThrough(running, file) : await storeFile(running, file);
    tally.add('files', isThere ? 'merged' : outcome);
  } catch (error) {
    if (!leaveOut(running, error, where, file.name)) throw error;
    tally.add('files', 'left_out');
  }
}

/** Notes a fault that concerns only one file. Returns false for any other error. */
function leaveOut(running: Running, error: unknown, where: string, name: string): boolean {
  if (error instanceof SourceProblem) running.tally.find(error.finding, where, `${name}: ${error.message}`);
  else if (error instanceof ParleyError && error.status < 500 && error.code !== 'RATE_LIMIT_HIT') {
    running.tally.find('refused-file', where, `${name}: ${error.message}`);
  } else return false;
  return true;
}

function contentsOf(running: Running, file: FileRecord): AsyncIterable<Uint8Array> {
  if (file.open) return file.open();
  if (file.path !== undefined) return running.files.open(file.path);
  const finding = file.url === undefined ? 'missing-file' : 'file-not-in-archive';
  throw new SourceProblem(finding, file.where ?? file.key, 'The archive does not contain it.');
}

/**
 * Returns the address from which the contents of a file are fetched: Slack's exports name addresses that contain a token. Other
 * addresses are not asked, because an archive could name any.
 */
function addressOf({ path, open, url }: FileRecord): string | undefined {
  if (path !== undefined || open !== undefined || url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, hostname, searchParams } = new URL(url);
  const isFile = hostname === 'files.slack.com' && (searchParams.has('t') || searchParams.has('token'));
  const isPicture = hostname.endsWith('.slack-edge.com');
  return protocol === 'https:' && (isFile || isPicture) ? url : undefined;
}

async function readThrough(running: Running, file: FileRecord): Promise<'imported'> {
  const url = addressOf(file);
  if (url !== undefined) {
    const example = `${file.name} is fetched from ${new URL(url).hostname}.`;
    running.tally.find('fetched-file', whereOf(file, file.key), example);
    return 'imported';
  }
  for await (const _chunk of contentsOf(running, file)) running.signal.throwIfAborted();
  return 'imported';
}

async function storeFile(running: Running, file: FileRecord): Promise<'imported' | 'merged'> {
  const { ctx, source, row } = running;
  const sourceUrl = addressOf(file) ?? '';
  const contents = sourceUrl === '' ? contentsOf(running, file) : [];
  let problem: unknown;
  const send = async (to: Writable) => {
    try {
      for await (const chunk of contents)
        if (!to.write(chunk)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
    } catch (error) {
      problem = error;
      throw error;
    }
  };
  try {
    const { response, bytes } = await ctx.clients.files.importFile(
      requestOf(running, file, sourceUrl),
      running.call(),
      send,
    );
    if (sourceUrl !== '') {
      const example = `${file.name} was fetched from ${new URL(sourceUrl).hostname}.`;
      running.tally.find('fetched-file', whereOf(file, file.key), example);
    }
    bytes.resume();
    await putFiles(ctx.db, source, row.importId, [
      { key: file.key, url: required(response.file, 'imported file').url },
    ]);
    return response.isNew ? 'imported' : 'merged';
  } catch (error) {
    throw problem ?? error;
  }
}

const pictureOf = (running: Running, file: FileRecord): Promise<Buffer> =>
  boundedBytes(
    contentsOf(running, file),
    maxPicture,
    () => new SourceProblem('large-picture', whereOf(file, file.key), 'The picture is too large.'),
  );

async function storePicture(running: Running, file: FileRecord, kind: Kind, ownerId: UserId) {
  const url = addressOf(file);
  const content = url === undefined ? await pictureOf(running, file) : Buffer.alloc(0);
  if (running.isDryRun) return undefined;
  const call = { ...running.call(), principal: { userId: ownerId } };
  const { importId } = running.row;
  return running.ctx.clients.upload.storeImage({ kind, content, url, importId }, call);
}

/** Gives a person the picture of a file. */
async function setAvatar(running: Running, personKey: string, file: FileRecord): Promise<void> {
  const person = running.people.get(personKey);
  if (!person) return;
  try {
    const stored = await storePicture(running, file, Kind.AVATAR, person.id);
    if (!stored) return;
    const { importId } = running.row;
    await running.ctx.clients.userAdmin.setImportedAvatar(
      { importId, userId: person.id, path: stored.path },
      running.call(),
    );
  } catch (error) {
    if (!leaveOut(running, error, whereOf(file, file.key), `picture of ${person.name}`)) throw error;
  }
}

const imageKinds = {
  icon: { image: Image.ICON, kind: Kind.ICON },
  logo: { image: Image.LOGO, kind: Kind.LOGO },
  nightLogo: { image: Image.NIGHT_LOGO, kind: Kind.LOGO },
} as const;

/** Gives an organization in which nobody was before the images of a file. In any other one, they are among `kept-settings`. */
async function importOrganizationImages(running: Running, file: FileRecord): Promise<void> {
  const { organization, checkpoint, row, tally } = running;
  if (!organization || !running.hasOrganization || !checkpoint.isFresh) return;
  for (const name of organizationImages) {
    if (organization[name] !== file.key) continue;
    const where = whereOf(file, file.key);
    try {
      if (!checkpoint.images?.includes(name)) {
        const { kind, image } = imageKinds[name];
        const owner = [...running.people.values()].find(({ id }) => id > 0);
        const stored = await storePicture(running, file, kind, owner?.id ?? 0);
        if (stored) {
          const request = { importId: row.importId, image, path: stored.path };
          await running.ctx.clients.userAdmin.setImportedImage(request, running.call());
          // An import that is continued does not store it again.
          checkpoint.images = [...(checkpoint.images ?? []), name];
          await storeCheckpoint(running.ctx.db, row.importId, checkpoint);
        }
      }
      tally.find(`setting-${name}`, where, `${name}: ${file.name}`);
    } catch (error) {
      if (!leaveOut(running, error, where, name)) throw error;
    }
  }
}

/** Imports a custom emoji once its picture is known. Aliases wait until all emoji are known. */
export async function importEmoji(running: Running, emoji: EmojiRecord): Promise<void> {
  const { tally, row } = running;
  if (emoji.aliasOf !== undefined && emoji.file === undefined) {
    running.aliases.push(emoji);
    return;
  }
  const where = whereOf(emoji, emoji.name);
  const file = emoji.file === undefined ? undefined : running.pictures.get(emoji.file);
  if (emoji.file !== undefined && !file) {
    running.emoji.set(emoji.file, [...(running.emoji.get(emoji.file) ?? []), emoji]);
    return;
  }
  tally.add('emoji', 'read');
  if (!file || emoji.active === false) {
    tally.add('emoji', 'left_out');
    const [kind, why] =
      emoji.active === false
        ? ['inactive-emoji', 'It is deactivated.']
        : ['missing-file', 'It has no picture.'];
    tally.find(kind, where, `:${emoji.name}: ${why}`);
    return;
  }
  running.customEmoji.add(emoji.name.toLowerCase());
  const author =
    running.people.get(emoji.author ?? '') ?? [...running.people.values()].find(({ id }) => id > 0);
  const authorId = Math.max(0, author?.id ?? 0);
  const base = {
    importId: row.importId,
    name: emoji.name.toLowerCase(),
    authorId,
    aliasOf: '',
    dryRun: false,
  };
  const ask = (path: string, stillPath: string) =>
    running.ctx.clients.userAdmin.importEmoji({ ...base, path, stillPath }, running.call());
  try {
    const { outcome: planned } = running.hasOrganization ? await ask('', '') : { outcome: 'created' };
    if (planned === 'refused')
      tally.find('refused-emoji', where, `:${emoji.name}: cannot be the name of an emoji.`);
    if (planned === 'created' && running.isDryRun) {
      await readThrough(running, file);
      running.newEmoji.add(base.name);
    }
    if (planned !== 'created' || running.isDryRun) return tally.add('emoji', outcomeOf(planned));
    const stored = await storePicture(running, file, Kind.EMOJI, authorId);
    const { outcome } = await ask(stored!.path, stored!.stillPath);
    tally.add('emoji', outcomeOf(outcome));
  } catch (error) {
    if (!leaveOut(running, error, where, `:${emoji.name}:`)) throw error;
    tally.add('emoji', 'left_out');
  }
}

/** Whether there is an emoji of this name, in the archive or here, so that a dry run counts reactions as the import does. */
export async function isKnownEmoji(running: Running, name: string): Promise<boolean> {
  const { emojiNames, customEmoji, missingEmoji, row } = running;
  const known = emojiNames.get(name) ?? name;
  if (customEmoji.has(known) || known === 'zulip' || unicodeEmoji(known) !== undefined) return true;
  if (missingEmoji.has(known) || !running.hasOrganization) return false;
  const request = { importId: row.importId, name: known, authorId: 0, aliasOf: '', path: '', stillPath: '' };
  const { outcome } = await running.ctx.clients.userAdmin.importEmoji(
    { ...request, dryRun: true },
    running.call(),
  );
  const isThere = outcome !== 'created' && outcome !== 'refused';
  // A hostile archive has another emoji for each reaction.
  if (missingEmoji.size >= maxMissing) missingEmoji.clear();
  (isThere ? customEmoji : missingEmoji).add(known);
  return isThere;
}

/**
 * Imports other names of emoji, when all emoji are known: another name of a custom emoji is an emoji with the same picture, and another
 * name of Unicode's emoji is replaced by its name.
 */
export async function importAliases(running: Running): Promise<void> {
  const waiting = new Map(running.aliases.splice(0).map((alias) => [alias.name, alias]));
  const targetOf = ({ aliasOf = '' }: EmojiRecord): string => {
    let name = aliasOf;
    for (let steps = 0; steps < waiting.size; steps++) {
      const alias = waiting.get(name);
      if (!alias) break;
      name = alias.aliasOf ?? '';
    }
    return name;
  };
  for (const alias of waiting.values()) await importAlias(running, alias, targetOf(alias));
}

async function importAlias(running: Running, alias: EmojiRecord, target: string): Promise<void> {
  const { tally, row, isDryRun } = running;
  const where = whereOf(alias, alias.name);
  tally.add('emoji', 'read');
  const authorId = Math.max(0, running.people.get(alias.author ?? '')?.id ?? 0);
  const name = alias.name.toLowerCase();
  const aliasOf = target.toLowerCase();
  // What it stands for does not exist before the import.
  const isNew = isDryRun && running.newEmoji.has(aliasOf);
  if (isNew) {
    running.newEmoji.add(name);
    running.customEmoji.add(name);
    return tally.add('emoji', 'imported');
  }
  const { outcome } = running.hasOrganization
    ? await running.ctx.clients.userAdmin.importEmoji(
        { importId: row.importId, name, authorId, aliasOf, path: '', stillPath: '', dryRun: isDryRun },
        running.call(),
      )
    : { outcome: 'refused' };
  if (outcome !== 'refused') return tally.add('emoji', outcomeOf(outcome));
  if (unicodeEmoji(target) !== undefined) {
    running.emojiNames.set(alias.name, target);
    tally.find('emoji-alias', where, `:${alias.name}: becomes :${target}:`);
    return tally.add('emoji', 'merged');
  }
  tally.add('emoji', 'left_out');
  tally.find('refused-emoji', where, `:${alias.name}: is another name of nothing that is here: ${target}`);
}

/** Notes pictures that the organization and emoji name, but that never came. */
export function reportMissingPictures(running: Running): void {
  const { organization } = running;
  if (organization) {
    const where = whereOf(organization);
    for (const image of organizationImages) {
      const key = organization[image];
      if (key !== undefined && !running.pictures.has(key))
        running.tally.find('missing-file', where, `${image}: The archive does not contain it.`);
    }
  }
  for (const [key, emoji] of running.emoji) {
    if (running.pictures.has(key)) continue;
    for (const { name } of emoji) {
      running.tally.add('emoji', 'read');
      running.tally.add('emoji', 'left_out');
      running.tally.find(
        'missing-file',
        `emoji ${name}`,
        `:${name}: The archive does not contain its picture.`,
      );
    }
  }
}
