import { writeFileSync } from 'node:fs';
import { errorMessage, ParleyError, retry } from '@parley/core';
import { SetupError } from '@parley/embedded';
import type { GroupId } from '@parley/proto/ids';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { backgroundCall, createRpcClient } from '@parley/rpc';
import { z } from 'zod';
import { ApiClient, fetchApiKey, ServerFailure } from './api-client.ts';
import { markUnread } from './busy/unread.ts';
import {
  type DemoChannel,
  demoBot,
  demoChannels,
  demoOrganization,
  demoOwner,
  demoPassword,
  demoPeople,
} from './demo.ts';
import { type DemoMessage, demoMessages } from './demo-day.ts';
import { demoPicture } from './demo-picture.ts';
import { isSeeded, type SeedContext, seededFile } from './seed-context.ts';

const ownersOrganization = 'Parley';

/** Calls of `user-admin` that seeding makes with an operator's rights. */
export type Operator = Pick<
  ReturnType<typeof connectOperator>,
  'createOrganization' | 'createUser' | 'createBot' | 'resolveUsers' | 'listGroups' | 'close'
>;

/** Number of attempts and delays in milliseconds, about 10 s in total. A server that is still starting may fail. */
const SEED_RETRIES = { tries: 8, baseMs: 200, maxMs: 2_000 };

/**
 * Creates the configured organization in an empty deployment. Each step can be repeated without creating an object twice, so
 * that a later run completes an interrupted one. Leaves an organization other than the demo unchanged, and does nothing after a
 * complete run. After a server failure, seeding restarts from the beginning.
 *
 * @throws SetupError with the server's message when the failure persists
 */
export async function seedDemo(
  context: SeedContext,
  connect: (context: SeedContext) => Operator = connectOperator,
  retries = SEED_RETRIES,
): Promise<void> {
  if (isSeeded(context)) return;
  const operator = connect(context);
  try {
    let triesLeft = retries.tries;
    const attempt = () => {
      triesLeft -= 1;
      return seedOnce(context, operator);
    };
    await retry(attempt, {
      ...retries,
      signal: context.signal,
      retryable: (error) => triesLeft > 0 && isTrouble(error),
    });
  } catch (error) {
    if (!isTrouble(error)) throw error;
    throw new SetupError(`The demo organization could not be made: ${errorMessage(error)}`);
  } finally {
    operator.close();
  }
  writeFileSync(seededFile(context), '');
}

/** With the link for the first owner; empty if an organization exists. */
export async function setupHint(context: SeedContext): Promise<string> {
  const operator = connectOperator(context);
  try {
    const { link } = await operator.getSetupLink({}, backgroundCall({ signal: context.signal }));
    return link === '' ? '' : `There is no organization yet. Open this link to create it:\n  ${link}`;
  } finally {
    operator.close();
  }
}

async function seedOnce(context: SeedContext, operator: Operator): Promise<void> {
  const { created } = await operator.createOrganization(
    {
      name: context.organization === 'owner' ? ownersOrganization : demoOrganization,
      ownerEmail: demoOwner.email,
      ownerPassword: demoPassword,
      ownerFullName: demoOwner.name,
    },
    backgroundCall({ signal: context.signal }),
    // A retry is safe: if an earlier attempt created the organization, the answer is the same.
    { retry: true },
  );
  if (context.organization === 'owner') return;
  if (!created && !(await isUnfinishedDemo(context))) return;
  context.say('Seeding the demo organization');
  await fill(context, operator);
}

function isTrouble(error: unknown): boolean {
  return error instanceof ServerFailure || (error instanceof ParleyError && error.status >= 500);
}

function connectOperator({ userAdminAddresses, rpcSecret }: SeedContext) {
  return createRpcClient(UserAdminServiceService, { addresses: userAdminAddresses, secret: rpcSecret });
}

/** Then the demo's owner can log in with the demo password. */
async function isUnfinishedDemo({ url }: SeedContext): Promise<boolean> {
  return (await fetchApiKey(url, demoOwner.email, demoPassword)) !== undefined;
}

async function fill(context: SeedContext, operator: Operator): Promise<void> {
  await createPeople(context, operator);
  const owner = await login(context, demoOwner.email);
  await createChannels(context, operator, owner);
  await sendMessages(context);
  if (context.organization !== 'busy') return;
  // Its pictures are drawn when they are loaded.
  const { importBusyHistory } = await import('./busy/import.ts');
  await importBusyHistory(context);
  // The first accounts that people log in with have a busy morning.
  for (const email of [demoOwner.email, demoBot.owner]) await markUnread(await login(context, email), email);
}

async function createPeople({ signal }: SeedContext, operator: Operator): Promise<void> {
  const call = () => backgroundCall({ signal });
  const emails = [...demoPeople.map(({ email }) => email), demoBot.email, demoBot.owner];
  const existing = async () => {
    const { users } = await operator.resolveUsers({ userIds: [], emails }, call());
    return new Map(users.map((user) => [user.deliveryEmail || user.email, user.userId]));
  };
  const before = await existing();
  for (const { email, name, role } of demoPeople) {
    if (before.has(email)) continue;
    await operator.createUser({ email, password: demoPassword, fullName: name, role }, call());
  }
  if (before.has(demoBot.email)) return;
  const ownerUserId = (await existing()).get(demoBot.owner);
  if (ownerUserId === undefined) throw new Error(`${demoBot.owner} is missing.`);
  await operator.createBot({ ownerUserId, email: demoBot.email, fullName: demoBot.name }, call());
}

async function createChannels({ signal }: SeedContext, operator: Operator, owner: ApiClient): Promise<void> {
  const { groups } = await operator.listGroups({}, backgroundCall({ signal }));
  for (const channel of demoChannels) {
    const subscription = {
      subscriptions: JSON.stringify([{ name: channel.name, description: channel.description }]),
      principals: JSON.stringify(await owner.userIds(channel.members)),
      invite_only: String(channel.isPrivate),
      is_default_stream: String(channel.isDefault),
      send_new_subscription_messages: 'false',
      ...posters(channel, groups),
    };
    await owner.post('/users/me/subscriptions', subscription, z.unknown());
  }
}

function posters({ posters: name }: DemoChannel, groups: readonly { name: string; groupId: GroupId }[]) {
  if (name === undefined) return {};
  const group = groups.find((each) => each.name === name);
  if (group === undefined) throw new Error(`The organization has no group ${name}.`);
  return { can_send_message_group: String(group.groupId) };
}

async function sendMessages(context: SeedContext): Promise<void> {
  const clients = new Map<string, ApiClient>();
  const clientOf = async (email: string) => {
    const client = clients.get(email) ?? (await login(context, email));
    clients.set(email, client);
    return client;
  };
  for (const message of demoMessages) {
    const sender = await clientOf(message.from);
    const id = (await sentId(sender, message)) ?? (await send(sender, message));
    for (const { from, emoji } of message.reactions ?? []) {
      await (await clientOf(from)).postOnce(
        `/messages/${id}/reactions`,
        { emoji_name: emoji },
        'REACTION_ALREADY_EXISTS',
      );
    }
  }
}

async function send(sender: ApiClient, message: DemoMessage): Promise<number> {
  const content = message.content.includes(pictureMark)
    ? message.content.replace(pictureMark, await sender.upload('palette.png', 'image/png', demoPicture()))
    : message.content;
  const place =
    'channel' in message
      ? { type: 'channel', to: message.channel, topic: message.topic }
      : { type: 'direct', to: JSON.stringify(await sender.userIds(message.to)) };
  // People have read what they write themselves, as in the web client.
  const sent = { content, ...place, read_by_sender: 'true' };
  const { id } = await sender.post('/messages', sent, z.object({ id: z.number() }));
  return id;
}

const pictureMark = '{picture}';

const sentMessages = z.object({ messages: z.array(z.object({ id: z.number(), content: z.string() })) });

/** Returns the ID of a message if an earlier run sent it; undefined otherwise. */
async function sentId(sender: ApiClient, message: DemoMessage): Promise<number | undefined> {
  const narrow =
    'channel' in message
      ? [
          { operator: 'channel', operand: message.channel },
          { operator: 'topic', operand: message.topic },
        ]
      : [{ operator: 'dm', operand: await sender.userIds(message.to) }];
  const query = {
    anchor: 'newest',
    num_before: '100',
    num_after: '0',
    narrow: JSON.stringify(narrow),
    apply_markdown: 'false',
  };
  const { messages } = await sender.get('/messages', query, sentMessages);
  const [before = '', after] = message.content.split(pictureMark);
  return messages.find(({ content }) =>
    after === undefined ? content === before : content.startsWith(before) && content.endsWith(after),
  )?.id;
}

async function login({ url, signal }: SeedContext, email: string): Promise<ApiClient> {
  const key = await fetchApiKey(url, email, demoPassword);
  if (key === undefined) throw new Error(`${email} cannot log in with the demo password.`);
  return new ApiClient(url, email, key, signal);
}
