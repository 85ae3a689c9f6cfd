import type { Organization, Person } from '@parley/test-kit';
import type { Deployment } from '../deployment.ts';
import { type Row, updateTable } from '../report.ts';
import { type Generated, generate } from './generate.ts';
import { type OpenApiDocument, type Operation, operationsOf } from './operations.ts';
import { Random } from './random.ts';
import { type Role, rolesOf } from './roles.ts';
import type { Known } from './values.ts';

/** Maximum time for an answer, in milliseconds. A slower request is a failure. */
const limitMs = 10_000;
const concurrency = 8;

type Tally = {
  sent: number;
  statuses: Map<number, number>;
  succeeded: Set<string>;
  slowest: { ms: number; operation: string };
  failures: string[];
};

/**
 * Sends random hostile requests to every operation of the OpenAPI document, in every role. Returns the requests with a server
 * error, no answer in time, or an answer that does not have the API's format. The environment variable `PARLEY_PROPERTY_SEED`
 * repeats a run; `PARLEY_HOSTILE_REQUESTS` sets the number of requests.
 */
export async function sendRequests({ url, organization }: Deployment): Promise<string[]> {
  const seed = Number(process.env.PARLEY_PROPERTY_SEED ?? Date.now() % 2 ** 31);
  const count = Number(process.env.PARLEY_HOSTILE_REQUESTS ?? 20_000);
  process.stdout.write(`  seed ${seed}, ${count} requests\n`);
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApiDocument;
  const operations = operationsOf(document);
  const roles = await rolesOf(organization);
  // Creates the accounts of all roles first, so that the known values include them.
  await Promise.all(roles.map((role) => role.headers()));
  const known = await knownValues(organization);
  const reader = await subscribedReader(organization);
  const random = new Random(seed);
  const tally: Tally = {
    sent: 0,
    statuses: new Map(),
    succeeded: new Set(),
    slowest: { ms: 0, operation: '' },
    failures: [],
  };
  const worker = async () => {
    while (tally.sent < count) {
      const operation = operations[tally.sent % operations.length]!;
      tally.sent += 1;
      const role = random.pick(roles);
      const request = withoutWaiting(operation, generate(operation, { known, random }));
      await sendOne(url, operation, role, request, tally);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  tally.failures.push(...(await stillDelivers(organization, reader)));
  publish(tally, operations, roles);
  return tally.failures;
}

/** Makes polls for events return immediately, because the time of each answer is limited. */
function withoutWaiting({ id }: Operation, request: Generated): Generated {
  if (id !== 'get-events') return request;
  const target = `${request.target}${request.target.includes('?') ? '&' : '?'}dont_block=true`;
  return { ...request, target };
}

async function sendOne(
  url: string,
  operation: Operation,
  role: Role,
  request: Generated,
  tally: Tally,
): Promise<void> {
  const start = performance.now();
  const described = `${role.name}: ${request.method} ${request.target.slice(0, 300)} ${JSON.stringify(request.headers)} ${String(request.body ?? '').slice(0, 500)}`;
  try {
    const answer = await fetch(`${url}${request.target}`, {
      method: request.method,
      headers: { ...request.headers, ...(await role.headers()) },
      ...(request.body !== undefined && { body: request.body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    });
    const text = await answer.text();
    const ms = performance.now() - start;
    if (ms > tally.slowest.ms) tally.slowest = { ms, operation: operation.id };
    tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 200 && request.method === operation.method) tally.succeeded.add(operation.id);
    if (answer.status === 401) await role.refused();
    const problem = problemOf(answer.status, text, request);
    if (problem !== undefined) tally.failures.push(`${problem}: ${described} → ${text.slice(0, 300)}`);
  } catch (error) {
    const { name, message, cause } = error as Error;
    tally.failures.push(`${name} ${message} ${String(cause ?? '')}: ${described}`);
  }
}

const isErrorEnvelope = ({ result, code, msg }: Record<string, unknown>): boolean =>
  result === 'error' && typeof code === 'string' && typeof msg === 'string';

/** Returns whether an answer is a SCIM error in the format of https://datatracker.ietf.org/doc/html/rfc7644#section-3.12. */
const isScimError = (body: Record<string, unknown>, status: number): boolean =>
  String(body.schemas) === 'urn:ietf:params:scim:api:messages:2.0:Error' && body.status === String(status);

/** What operations in the forms of other servers answer: texts or JSON of their own, which the clients of these servers read. */
const foreignErrors: Readonly<Record<string, (text: string) => boolean>> = {
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors
  '/services/': (text) => /^[a-z_]+$/.test(text),
  // https://docs.slack.dev/apis/web-api/#evaluating_responses
  '/slack/': (text) => {
    const { ok, error } = JSON.parse(text);
    return ok === false && typeof error === 'string';
  },
  // https://developers.mattermost.com/api-documentation/#/#error-response
  '/hooks/': (text) => {
    const { id, message, status_code } = JSON.parse(text);
    return typeof id === 'string' && typeof message === 'string' && typeof status_code === 'number';
  },
};

/** Returns a description of what is wrong with an answer; undefined for a correct one. */
function problemOf(status: number, text: string, { method, target }: Generated): string | undefined {
  if (status >= 500) return `status ${status}`;
  if (status < 400 || method === 'HEAD') return undefined;
  try {
    const foreign = Object.keys(foreignErrors).find((path) => target.startsWith(path));
    if (foreign !== undefined && foreignErrors[foreign]!(text)) return undefined;
    const body = JSON.parse(text) as Record<string, unknown>;
    const isKnown = isErrorEnvelope(body) || (target.startsWith('/scim/') && isScimError(body, status));
    if (!isKnown) return 'not an envelope';
  } catch {
    return 'not JSON';
  }
  return /node_modules|\.ts:\d|\bat \w+ \(/.test(text) ? 'internal details' : undefined;
}

/**
 * Sends three messages, and returns plausible values by parameter name of the OpenAPI document. Most IDs and names are those of
 * existing objects.
 */
async function knownValues({ owner }: Organization): Promise<Known> {
  const { streams } = await owner.api.get('/streams');
  const { members } = await owner.api.get('/users');
  const { user_groups: groups } = await owner.api.get('/user_groups');
  const sent = [
    await owner.send('general', 'soup', 'hostile'),
    await owner.send('general', '/poll soup?', 'hostile'),
    await owner.send('general', 'salad', 'another'),
  ];
  const ids = (list: readonly Record<string, unknown>[], name: string) =>
    list.map((each) => String(each[name]));
  // Leaves out the owner, so that no request damages the owner's account. The run needs it to create new accounts for roles.
  const users = ids(members, 'user_id').filter((id) => id !== String(owner.userId));
  const emails = ids(members, 'email').filter((email) => email !== owner.email);
  const messages = sent.map(String);
  const channels = ids(streams, 'stream_id');
  return {
    stream_id: channels,
    channel_id: channels,
    message_id: messages,
    msg_id: messages,
    anchor: [...messages, 'newest', 'oldest', 'first_unread'],
    user_id: users,
    bot_id: users,
    user_id_or_email: [...users, ...emails],
    email: emails,
    user_group_id: ids(groups, 'id'),
    group_id: ids(groups, 'id'),
    topic: ['hostile', 'another', 'new topic'],
    topic_name: ['hostile', 'another'],
    messages: [JSON.stringify(sent)],
    message_ids: [JSON.stringify(sent)],
    to: ['general', channels[0] ?? '1', JSON.stringify(users.slice(0, 2).map(Number))],
    principals: [JSON.stringify(users.slice(0, 3).map(Number))],
    emoji_name: ['tada', 'octopus', 'soup'],
    type: ['channel', 'direct', 'stream', 'private'],
    op: ['add', 'remove', 'start', 'stop', 'hide'],
    draft_id: ['1', '2'],
    num_before: ['0', '10'],
    num_after: ['0', '10'],
    narrow: ['[]', '[["stream","general"]]', '[{"operator":"is","operand":"unread"}]'],
  };
}

const readersChannel = 'after the requests';

/**
 * Creates a person who is signed in before the random requests use up the rate limit of sign-ins. No random request names this
 * person.
 */
async function subscribedReader(organization: Organization): Promise<Person> {
  const { owner } = organization;
  const { reader } = await organization.add('reader');
  await owner.subscribe([readersChannel], [owner, reader!]);
  return reader!;
}

/** Verifies that an event queue still receives a message. Returns the failure, if any. */
async function stillDelivers({ owner }: Organization, reader: Person): Promise<string[]> {
  const { queue_id, last_event_id } = await reader.api.post('/register', { event_types: ['message'] });
  const id = await owner.send(readersChannel, 'still here');
  const { events } = await reader.api.get('/events', { queue_id, last_event_id });
  return events.some(({ message }: Record<string, { id: number }>) => message?.id === id)
    ? []
    : ['a message sent after the requests did not arrive'];
}

function publish(tally: Tally, operations: readonly Operation[], roles: readonly Role[]): void {
  const statuses = [...tally.statuses].sort(([a], [b]) => a - b);
  const group = (first: number) =>
    statuses
      .filter(([status]) => Math.floor(status / 100) === first)
      .reduce((sum, [, times]) => sum + times, 0);
  const rows: Row[] = [
    ['Requests', String(tally.sent)],
    ['Operations, roles', `${operations.length}, ${roles.length}`],
    ['Answers by status', statuses.map(([status, times]) => `${status}: ${times}`).join(', ')],
    ['Server errors, answers after 10 s, malformed answers', `${group(5)}, ${tally.failures.length} in all`],
    ['Operations that accepted at least one request', String(tally.succeeded.size)],
    ['Slowest answer', `${Math.round(tally.slowest.ms)} ms (${tally.slowest.operation})`],
  ];
  updateTable(
    'requests',
    rows,
    rows.map(([key]) => key),
  );
}
