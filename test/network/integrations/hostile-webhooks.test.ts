import { existsSync, readFileSync } from 'node:fs';
import { type Body, Network, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Posts what no tool should send to every integration: each field missing in turn, values of other types, scripts in every text, nesting,
// other charsets, and bodies that are too large. The answer is a message, a reason, or a clear error of the client; and each
// request is in the list of deliveries with its outcome.

type Example = { headers?: Record<string, string>; query?: Record<string, string>; body?: unknown };

let network: Network;
let alice: Person;
let bot: { userId: number; apiKey: string };
let names: string[];

beforeAll(async () => {
  network = await Network.start();
  const organization = await Organization.create(network);
  ({ alice } = await organization.add('alice'));
  await alice.subscribe(['alerts'], [alice]);
  const made = await alice.api.post('/bots', { full_name: 'Tool', short_name: 'tool', bot_type: 2 });
  bot = { userId: made.user_id, apiKey: made.api_key };
  names = (await alice.api.get('/integrations')).integrations.map(({ name }: Body) => name);
});
afterAll(() => network?.stop());

const folder = new URL('../../../services/integrations/src/catalogue/fixtures/', import.meta.url);

/** Returns an example of what a tool sends; an empty one for integrations that take anything. */
function exampleOf(name: string): Example {
  const file = new URL(`${name}.json`, folder);
  if (!existsSync(file)) return { body: { text: 'hello' } };
  const { examples } = JSON.parse(readFileSync(file, 'utf8')) as { examples: Example[] };
  return examples.find(({ body }) => typeof body === 'object' && body !== null) ?? { body: {} };
}

const hostileText = `<script>alert(1)</script> @**all** [x](javascript:alert(1)) \u202e\u0000 ${'`'.repeat(200)} \ud800`;

/** Returns a value with another one for each text in it. */
function withTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner, text)]));
}

/** Values of other types. One field of each tool gets one of them here; the tests of the catalogue give every field every type without a server. */
const otherTypes = [null, 7, { a: [{}] }, 'text', [true], ['a', { b: null }]];

/** Returns what is posted: each with a name that says what is wrong with it. @param turn which field is missing, and which of the other types it gets */
function* hostile(body: unknown, turn: number): Generator<[name: string, body: string | Buffer]> {
  yield ['nothing', ''];
  const value = [null, 1e308, 'text', [], {}, [1, 'a', {}]][turn % 6];
  yield [JSON.stringify(value), JSON.stringify(value)];
  yield ['no JSON', '{"a":'];
  yield ['binary', Buffer.from(Array.from({ length: 256 }, (_, at) => at))];
  yield ['another charset', Buffer.from(JSON.stringify(body), 'utf16le')];
  yield ['nested too deeply', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`];
  yield ['nested', `${'['.repeat(99)}${']'.repeat(99)}`];
  yield ['scripts', JSON.stringify(withTexts(body, hostileText))];
  yield ['long texts', JSON.stringify(withTexts(body, 'long '.repeat(3_000)))];
  if (typeof body !== 'object' || body === null) return;
  const key = Object.keys(body)[turn % Object.keys(body).length];
  if (key === undefined) return;
  const { [key]: _, ...others } = body as Record<string, unknown>;
  yield [`without ${key}`, JSON.stringify(others)];
  const other = otherTypes[turn % otherTypes.length];
  yield [`${key}: ${JSON.stringify(other)}`, JSON.stringify({ ...body, [key]: other })];
}

async function post(name: string, body: string | Buffer, { headers = {}, query = {} }: Example) {
  const parameters = new URLSearchParams({ api_key: bot.apiKey, stream: 'alerts', ...query });
  const answer = await fetch(`${network.gatewayUrl()}/api/v1/external/${name}?${parameters}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body as BodyInit,
  });
  return { status: answer.status, text: await answer.text() };
}

/** Runs works, a few at the same time, as tools do. */
async function together(works: readonly (() => Promise<void>)[]): Promise<void> {
  const next = works.values();
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      for (const work of next) await work();
    }),
  );
}

it('every integration answers every hostile request with a message, a reason or a clear error', async () => {
  expect(names.length).toBeGreaterThan(5);
  const wrong: string[] = [];
  const works = names.map((name, turn) => async () => {
    const example = exampleOf(name);
    const { body: _, ...rest } = example;
    for (const [what, body] of hostile(example.body, turn)) {
      const { status, text } = await post(name, body, rest);
      if (status === 200) {
        // Some tools want an answer of their own.
        if (text.startsWith('{') && !/"outcome":"(?:sent|ignored|filtered)"|"result":"success"/.test(text))
          wrong.push(`${name}, ${what}: ${text}`);
        continue;
      }
      const isClear = status >= 400 && status < 500 && /"msg":"[^"]{10,}/.test(text);
      // The request was unreadable, or no request of the tool; an error of the integration is a mistake.
      if (!isClear || /could not read the payload/.test(text))
        wrong.push(`${name}, ${what}: ${status} ${text}`);
    }
  });
  await together(works);
  expect(wrong).toEqual([]);
}, 600_000);

it('a body that is too large is refused at every address', async () => {
  const large = Buffer.alloc(10 * 1024 * 1024, 'x');
  await together(
    names.map((name) => async () => {
      const { status, text } = await post(name, large, {});
      expect({ name, status, text }).toMatchObject({
        status: 413,
        text: expect.stringContaining('PAYLOAD_TOO_LARGE'),
      });
    }),
  );
}, 300_000);

it('what was refused is in the list of deliveries, with the reason', async () => {
  await post('json', '{"a":', {});
  const { deliveries } = await alice.api.get(`/bots/${bot.userId}/deliveries`, { limit: 1 });
  expect(deliveries).toMatchObject([
    { state: 'refused', status: 400, payload: '{"a":', reason: expect.stringMatching(/JSON/) },
  ]);
});

it('the example of each integration becomes a message, or has a reason why not', async () => {
  await together(
    names.map((name) => async () => {
      const { body, ...rest } = exampleOf(name);
      const { status, text } = await post(name, JSON.stringify(body), rest);
      expect({ name, status, text }).toMatchObject({ status: 200 });
    }),
  );
}, 300_000);
