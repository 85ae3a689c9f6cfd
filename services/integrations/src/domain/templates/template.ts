import { itemAt } from '@parley/core';
import { code, plain } from '../markdown.ts';
import { type Payload, PayloadError } from './payload.ts';
import { readableJson } from './readable-json.ts';

/**
 * Maximum length of a template, of a text that it makes, and of the number of steps of its rendering. `read` is the number of characters of values
 * that it may read in all: values of which nothing is shown cost time, too.
 */
const limits = { template: 10_000, output: 20_000, steps: 10_000, depth: 10, read: 500_000 };

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; path: readonly string[]; filter: string }
  | { kind: 'if'; path: readonly string[]; then: readonly Node[]; otherwise: readonly Node[] }
  | { kind: 'each'; path: readonly string[]; body: readonly Node[] };

const filters = new Set(['', 'raw', 'code', 'json', 'upper', 'lower', 'count']);

/**
 * Reads a template: text with `{{path.of.a.value}}`, `{{#if path}}…{{else}}…{{/if}}` and `{{#each path}}…{{/each}}`. A value may have a
 * filter: `{{path | code}}`. Inside of `each`, `this` is the item.
 * @throws PayloadError that says what is wrong with it
 */
export function parseTemplate(template: string): readonly Node[] {
  if (template.length > limits.template)
    throw new PayloadError(`The template has more than ${limits.template} characters.`);
  const tokens = template.split(/(\{\{[^{}\n]{0,500}\}\})/);
  let at = 0;
  function nodes(until: readonly string[], depth: number): { list: Node[]; end: string } {
    if (depth > limits.depth) throw new PayloadError('The template is nested too deeply.');
    const list: Node[] = [];
    while (at < tokens.length) {
      const token = itemAt(tokens, at++);
      if (!token.startsWith('{{') || !token.endsWith('}}')) {
        if (token !== '') list.push({ kind: 'text', text: token });
        continue;
      }
      const inner = token.slice(2, -2).trim();
      if (until.includes(inner)) return { list, end: inner };
      const [, word, path = ''] = /^#(if|each) +(\S+)$/.exec(inner) ?? [];
      if (word === 'if') {
        const { list: then, end } = nodes(['else', '/if'], depth + 1);
        const otherwise = end === 'else' ? nodes(['/if'], depth + 1).list : [];
        list.push({ kind: 'if', path: path.split('.'), then, otherwise });
      } else if (word === 'each') {
        list.push({ kind: 'each', path: path.split('.'), body: nodes(['/each'], depth + 1).list });
      } else {
        const [, value, filter = ''] = /^([^\s|#/]+)(?: *\| *(\w+))?$/.exec(inner) ?? [];
        if (value === undefined || !filters.has(filter))
          throw new PayloadError(`The template has an unknown part: ${inner.slice(0, 50)}.`);
        list.push({ kind: 'value', path: value.split('.'), filter });
      }
    }
    if (until.length > 0) throw new PayloadError(`The template lacks {{${until.at(-1)}}}.`);
    return { list, end: '' };
  }
  return nodes([], 0).list;
}

/**
 * Renders a template with a payload. Values are shown as they are and mention nobody; with the filter `raw` they are Markdown. What is absent is
 * an empty text. Steps, what they read, and output are bounded.
 * @throws PayloadError for a template that cannot be read, and for one that takes too many steps
 */
export function renderTemplate(template: string, body: Payload): string {
  let [steps, read, output] = [0, 0, ''];
  function take(count: number, characters: number): void {
    steps += count;
    read += characters;
    if (steps > limits.steps || read > limits.read)
      throw new PayloadError('The template takes too many steps.');
  }
  function write(list: readonly Node[], self: Payload): void {
    for (const node of list) {
      take(1, 0);
      if (output.length > limits.output) return;
      if (node.kind === 'text') {
        output += node.text;
        continue;
      }
      const [first = '', ...rest] = node.path;
      const found = first === 'this' ? self.at(...rest) : own(self, body, node.path);
      if (node.kind === 'each') {
        const items = found.list();
        // Also without a body, each item takes time.
        take(items.length, 0);
        for (const item of items) write(node.body, item);
        continue;
      }
      take(0, typeof found.value === 'string' ? found.value.length : 0);
      if (node.kind === 'value') output += shown(found, node.filter);
      else write(isSet(found) ? node.then : node.otherwise, self);
    }
  }
  write(parseTemplate(template), body);
  return output;
}

/** Returns the value at a path of the current item, or else of the whole payload. */
function own(self: Payload, body: Payload, path: readonly string[]): Payload {
  const found = self.at(...path);
  return found.exists ? found : body.at(...path);
}

const isSet = (value: Payload): boolean =>
  Array.isArray(value.value) ? value.count() > 0 : value.isObject || !/^(?:|0|false)$/.test(value.text());

function shown(value: Payload, filter: string): string {
  switch (filter) {
    case 'raw':
      return value.text();
    case 'code':
      return code(value.text());
    case 'json':
      return value.exists ? readableJson(value.value) : '';
    case 'count':
      return String(value.count());
    case 'upper':
      return plain(value.text().toUpperCase(), 2_000);
    case 'lower':
      return plain(value.text().toLowerCase(), 2_000);
    default:
      return plain(value.text(), 2_000);
  }
}
