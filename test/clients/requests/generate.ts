import type { Operation } from './operations.ts';
import type { Random } from './random.ts';
import { hostilePathParts, hostileValues, jsonOrText, type Known, plausibleValue } from './values.ts';

/** A request to send, with the parameters of `fetch`. */
export type Generated = {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
};

type Pairs = [name: string, value: string][];
type Source = { readonly known: Known; readonly random: Random };

const formType = 'application/x-www-form-urlencoded';
const oddMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'FOO'];

/** Returns a random hostile request for an operation. */
export function generate(operation: Operation, { known, random }: Source): Generated {
  const target = pathOf(operation, known, random, 0.12);
  const pairs = pairsOf(operation, { known, random });
  const method = random.next() < 0.04 ? random.pick(oddMethods) : operation.method;
  return random.next() < 0.12
    ? withOddBody(method, target, pairs, random)
    : withForm(method, target, pairs, random);
}

function pathOf({ path }: Operation, known: Known, random: Random, hostility: number): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    random.next() < hostility
      ? random.pick(hostilePathParts)
      : encodeURIComponent(random.pick(known[name] ?? ['1'])),
  );
}

/** Returns parameters. Most are plausible; some are hostile, missing, repeated or unknown. */
function pairsOf({ params }: Operation, { known, random }: Source): Pairs {
  const chosen = params.filter(({ required }) => (required ? random.next() > 0.05 : random.next() < 0.35));
  const pairs: Pairs = chosen.map(({ name, schema }) => [name, plausibleValue(name, schema, known, random)]);
  const changes = random.below(3);
  for (let change = 0; change < changes && params.length > 0; change++) {
    const { name } = random.pick(params);
    const value = random.pick(hostileValues);
    const index = pairs.findIndex(([each]) => each === name);
    if (index === -1 || random.next() < 0.15) pairs.push([name, value]);
    else pairs[index] = [name, value];
  }
  if (random.next() < 0.05) pairs.push([random.pick(['__proto__', 'constructor', 'zzz', '', 'a[b]']), 'x']);
  return pairs;
}

const shortened = (pairs: Pairs): Pairs => pairs.map(([name, value]) => [name, value.slice(0, 8_000)]);
const encoded = (pairs: Pairs): string =>
  new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name, value.toWellFormed()]),
  ).toString();

function withForm(method: string, target: string, pairs: Pairs, random: Random): Generated {
  const query = method === 'GET' || method === 'HEAD' || random.next() < 0.1;
  if (query) {
    const text = encoded(shortened(pairs));
    return { method, target: text === '' ? target : `${target}?${text}`, headers: {} };
  }
  return { method, target, headers: { 'content-type': formType }, body: encoded(pairs) };
}

/** Returns a request whose body has an unexpected content type, is malformed, or contradicts its headers. */
function withOddBody(method: string, target: string, pairs: Pairs, random: Random): Generated {
  if (method === 'GET' || method === 'HEAD') {
    return {
      method,
      target: `${target}?${random.pick(['%zz', 'a=%ff', '&&&==', 'a=1&a=2', '?'.repeat(50)])}`,
      headers: {},
    };
  }
  const object = Object.fromEntries(pairs.map(([name, value]) => [name, jsonOrText(value)]));
  const text = encoded(pairs);
  const bodies: readonly (() => [
    type: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers?: Record<string, string>,
  ])[] = [
    () => ['application/json', JSON.stringify(object)],
    () => ['application/json', JSON.stringify(object).slice(0, -1)],
    () => ['application/json; charset=utf-16', JSON.stringify(object)],
    () => ['application/json', random.pick(['[]', '1', '"x"', 'null', '['.repeat(50_000), '{"a":1,"a":2}'])],
    () => ['multipart/form-data; boundary=b', multipart(pairs)],
    () => ['multipart/form-data; boundary=b', multipart(pairs).slice(0, -10)],
    () => ['multipart/form-data', multipart(pairs)],
    () => [`multipart/form-data; boundary=${'b'.repeat(300)}`, ''],
    () => [formType, `${text}&%`],
    () => [formType, Uint8Array.from(`${text}&a=\xff\xfe`, (each) => each.charCodeAt(0) & 255)],
    () => [formType, 'a&'.repeat(4_000)],
    () => [`${formType}; charset=iso-8859-1`, text],
    () => [formType, text, { 'content-encoding': 'gzip' }],
    () => ['text/plain', text],
    () => ['application/octet-stream', Uint8Array.from({ length: 200 }, () => random.below(256))],
    () => ['', text],
    () => ['image/png; a="', text],
  ];
  const [type, body, headers] = random.pick(bodies)();
  return { method, target, headers: { ...(type !== '' && { 'content-type': type }), ...headers }, body };
}

function multipart(pairs: Pairs): string {
  const parts = pairs.map(
    ([name, value]) =>
      `--b\r\ncontent-disposition: form-data; name="${name.replaceAll('"', '%22')}"\r\n\r\n${value.toWellFormed()}\r\n`,
  );
  return `${parts.join('')}--b--\r\n`;
}
