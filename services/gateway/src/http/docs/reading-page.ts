import type { JsonSchema } from '@parley/api';
import { escapeHtml, firstItem } from '@parley/core';
import type { DocumentedOperation, OpenApiDocument } from './document.ts';
import { membersOf, shapeText } from './shape-text.ts';

const style = `
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
code, pre { background: #8882; border-radius: 4px; font-size: .9em; }
code { padding: .1em .3em; } pre { overflow-x: auto; padding: .5rem; white-space: pre-wrap; }
h2 { border-bottom: 1px solid #8886; margin-top: 3rem; }
details { border: 1px solid #8884; border-radius: 6px; margin: .5rem 0; padding: .3rem .8rem; }
summary { cursor: pointer; } summary b { display: inline-block; min-width: 4.5rem; }
table { border-collapse: collapse; width: 100%; } th, td { padding: .3rem .6rem .3rem 0; text-align: left; vertical-align: top; }
nav li { display: inline-block; margin-right: 1rem; } nav ul { padding: 0; } .dim { opacity: .7; }
`;

type Parameter = {
  name: string;
  place: string;
  required: boolean;
  schema: JsonSchema;
  about: string;
  deprecated: boolean;
};

/** Renders the OpenAPI document as one HTML page without scripts or external resources. */
export function readingPage(document: OpenApiDocument, documentPath: string): string {
  const { tags } = document;
  const operations = operationsOf(document);
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter((each) => each.tag === name).map((each) => each.html);
    return `<h2 id="${anchorOf(name)}">${escapeHtml(name)}</h2>\n<p>${prose(description)}</p>\n${own.join('\n')}`;
  });
  const { title, description } = document.info;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}: HTTP API</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}: HTTP API</h1>
${description
  .split('\n\n')
  .map((each) => `<p>${prose(each)}</p>`)
  .join('\n')}
<p>For programs: <a href="${documentPath}">OpenAPI 3.1</a>.</p>
<nav><ul>${tags.map(({ name }) => `<li><a href="#${anchorOf(name)}">${escapeHtml(name)}</a></li>`).join('')}<li><a href="#shapes">Shapes</a></li></ul></nav>
${sections.join('\n')}
${shapesHtml(document)}
</body>
</html>
`;
}

const anchorOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Escapes a text for HTML, and renders text in backticks as code. */
const prose = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

function operationsOf({ paths }: OpenApiDocument): { tag: string; html: string }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: firstItem(operation.tags),
      html: operationHtml(path, method.toUpperCase(), operation),
    })),
  );
}

function operationHtml(path: string, method: string, operation: DocumentedOperation): string {
  const parameters = parametersOf(operation);
  const id = operation.operationId;
  const ways = operation.security.map((way) => Object.keys(way)[0] ?? 'no credentials');
  const rows = parameters.map(
    ({ name, place, required, schema, about, deprecated }) =>
      `<tr><td><code>${escapeHtml(name)}</code>${required ? '' : ' <span class="dim">optional</span>'}` +
      `${deprecated ? ' <span class="dim">deprecated</span>' : ''}</td>` +
      `<td class="dim">${place}</td><td>${typeHtml(schema)}${about === '' ? '' : `<br>${prose(about)}`}</td></tr>`,
  );
  const limit = operation['x-rate-limit'];
  return `<details id="${escapeHtml(id)}"><summary><b>${method}</b> <code>${escapeHtml(path)}</code> ${prose(operation.summary)}</summary>
<p class="dim">${escapeHtml(id)} · credentials: ${ways.map((each) => escapeHtml(each)).join(', ')}${limit ? ` · limit: ${escapeHtml(limit)}` : ''}${operation['x-long-poll'] ? ' · waits for events' : ''}</p>
${rows.length > 0 ? `<table>${rows.join('')}</table>` : ''}${answerHtml(operation)}<pre>${escapeHtml(exampleOf(path, method, parameters))}</pre></details>`;
}

/** Renders the members of an answer, without those of the envelope that every answer has. */
function answerHtml({ responses }: DocumentedOperation): string {
  const answer = responses['200']?.content?.['application/json']?.schema?.allOf?.[1];
  if (!answer) return '';
  const rows = membersOf(answer).map(
    ({ name, isOptional, shape }) =>
      `<tr><td><code>${escapeHtml(name)}</code>${isOptional ? ' <span class="dim">optional</span>' : ''}</td>` +
      `<td>${shapeHtml(shape)}</td></tr>`,
  );
  return `<p>Answers with:</p><table>${rows.join('')}</table>`;
}

/** Returns a shape as HTML. Names of shared shapes become links to their description. */
const shapeHtml = (shape: string): string =>
  `<code>${escapeHtml(shape).replaceAll(/(?<![\w&"])[A-Z]\w*/g, '<a href="#shape-$&">$&</a>')}</code>`;

/** Renders the shapes of objects that several answers or events contain. */
function shapesHtml({ components }: OpenApiDocument): string {
  const rows = Object.entries(components.schemas)
    .filter(([name]) => name !== 'Success' && name !== 'Refused')
    .map(
      ([name, schema]) =>
        `<tr id="shape-${name}"><td><code>${name}</code></td><td>${shapeHtml(shapeText(schema))}</td></tr>`,
    );
  return `<h2 id="shapes">Shapes</h2>\n<p>Objects in answers and events. <code>?</code> marks members that may be absent, <code>*</code> is any key, <code>[…]</code> a list.</p>
<table>${rows.join('\n')}</table>`;
}

function parametersOf({ parameters = [], requestBody }: DocumentedOperation): Parameter[] {
  const direct = parameters.map((each) => ({
    name: each.name,
    place: each.in,
    required: each.required,
    schema: each.schema ?? each.content?.['application/json']?.schema ?? {},
    about: each.description ?? '',
    deprecated: each.deprecated === true,
  }));
  const form = requestBody?.content['application/x-www-form-urlencoded']?.schema;
  const { properties = {}, required = [] } = form ?? {};
  const inForm = Object.entries(properties).map(([name, property]) => {
    const schema = typeof property === 'boolean' ? {} : property;
    return {
      name,
      place: 'form',
      required: required.includes(name),
      schema,
      about: schema.description ?? '',
      deprecated: schema.deprecated === true,
    };
  });
  return [...direct, ...inForm];
}

/** Renders the type of a value on one line. */
function typeHtml(schema: JsonSchema): string {
  const { description: _, deprecated: __, 'x-aliases': ___, ...rest } = schema;
  const { default: fallback, ...bare } = rest;
  const simple = typeof bare.type === 'string' && bare.type !== 'object' && bare.type !== 'array';
  const type = simple && !bare.enum ? `<code>${escapeHtml(String(bare.type))}</code>` : jsonHtml(bare);
  return fallback === undefined ? type : `${type} <span class="dim">default ${jsonHtml(fallback)}</span>`;
}

const jsonHtml = (value: unknown): string => `<code>${escapeHtml(JSON.stringify(value))}</code>`;

function exampleOf(path: string, method: string, parameters: readonly Parameter[]): string {
  const sent = parameters.filter(({ place, required }) => required && place !== 'path');
  const flags = sent.map(({ name }) => ` \\\n  --data-urlencode '${name}=…'`).join('');
  const verb = method === 'GET' ? (sent.length > 0 ? ' --get' : '') : ` --request ${method}`;
  return `curl --user "$EMAIL:$API_KEY"${verb} "$PARLEY${path}"${flags}`;
}
