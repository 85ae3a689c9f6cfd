import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { createContext } from '../test/context.ts';
import { hostileInputs } from '../test/hostile-inputs.ts';
import { schemeVectors, xssVectors } from '../test/xss-vectors.ts';
import { compileLinkifier, render } from './index.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const evil = '"><img src=x onerror=alert(1)><b class=\'';
const base = createContext();
const context = createContext({
  findUser: (name, id) => (name === 'Hostile' ? { id: id ?? 66, fullName: evil } : base.findUser(name, id)),
  findGroup: (name) => (name === 'Hostile' ? { id: 67, name: evil } : base.findGroup(name)),
  findChannel: (name) => (name === 'Hostile' ? { id: 68, name: evil } : base.findChannel(name)),
  emoji: (name) =>
    name === 'hostile'
      ? { kind: 'realm', id: '9', name, url: `https://example.com/${evil}` }
      : base.emoji(name),
  uploads: (path) =>
    path.startsWith('2/hostile.png')
      ? {
          name: evil,
          contentType: `image/png${evil}`,
          thumbnail: `/user_uploads/thumbnail/${evil}`,
          width: 1,
          height: 1,
        }
      : undefined,
  emptyTopicName: evil,
  defaultCodeLanguage: evil,
  linkifiers: [
    compileLinkifier({ id: 1, pattern: 'JS-(?P<x>\\S+)', urlTemplate: 'https://example.com{/x}' }),
    compileLinkifier({ id: 2, pattern: 'ATTR-(?P<x>.+)', urlTemplate: 'https://example.com/{+x}' }),
    compileLinkifier({ id: 3, pattern: 'RAW-(?P<x>.+)', urlTemplate: 'https://example.com/#{+x}' }),
  ],
});

const plain = [
  'p',
  'br',
  'em',
  'strong',
  'del',
  'ul',
  'li',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
];
const allowed: Record<string, readonly string[]> = {
  ...Object.fromEntries([...plain, 'pre', 'code', 'table', 'thead', 'tbody', 'tr'].map((tag) => [tag, []])),
  ol: ['start'],
  th: ['style'],
  td: ['style'],
  a: ['href', 'title', 'class', 'data-stream-id'],
  img: [
    ...['alt', 'class', 'src', 'title'],
    ...['data-original-content-type', 'data-original-dimensions', 'data-original-src'],
  ],
  time: ['datetime'],
  div: ['class', 'aria-hidden', 'data-code-language'],
  span: ['class', 'data-user-id', 'data-user-group-id', 'aria-label', 'role', 'title'],
};
const schemes =
  /^(?:https?|ftps?|mailto|tel|sms|sips?|xmpp|ircs?|matrix|geo|ssh|git):|^\/#narrow\/|^\/user_uploads\/|^\/user_avatars\//i;
const classes =
  /^(?:user-mention(?: channel-wildcard-mention)?(?: silent)?|user-group-mention(?: silent)?|topic-mention(?: silent)?|stream|stream-topic|message-link|emoji(?: emoji-[0-9a-f-]+)?|codehilite|spoiler-(?:block|header|content)|message_inline_image(?: message_inline_video)?|inline-image|tex-error|katex|katex-display|[a-z][a-z0-9]{0,2})$/;
const mathTags = /^(?:math|semantics|annotation|m[a-z]+)$/;
const mathAttributes = new Set(
  'xmlns encoding display mathvariant mathcolor mathbackground mathsize stretchy fence separator lspace rspace movablelimits accent accentunder width height depth voffset minsize maxsize scriptlevel displaystyle linethickness rowspacing columnspacing columnalign columnlines rowlines columnspan frame notation symmetric form largeop side minlabelspacing linebreak class style'.split(
    ' ',
  ),
);
const svgTags = new Set(['svg', 'path', 'line', 'g']);
const svgAttributes = new Set(
  'xmlns width height viewBox preserveAspectRatio d x1 x2 y1 y2 stroke-width class style'.split(' '),
);
const safeStyle = /^(?:[a-z-]+: ?[#\w. %+-]+;? ?)*$/i;

function isFormula(element: Element): boolean {
  return element.attrs.some((attr) => attr.name === 'class' && /^katex(?:-display)?$/.test(attr.value));
}

function check(node: Node, inFormula: boolean): void {
  if (node.nodeName === '#comment' || node.nodeName === '#documentType') throw new Error('comment');
  const element = node as Element;
  const formula = inFormula || (element.tagName === 'span' && isFormula(element));
  if (element.tagName !== undefined) {
    if (formula) checkFormulaElement(element);
    else checkElement(element);
  }
  for (const child of element.childNodes ?? []) check(child, formula);
}

function checkElement(element: Element): void {
  const attributes = allowed[element.tagName];
  if (attributes === undefined) throw new Error(`element ${element.tagName}`);
  for (const { name, value } of element.attrs) {
    if (!attributes.includes(name)) throw new Error(`attribute ${element.tagName} ${name}`);
    if (name === 'href' && !schemes.test(value)) throw new Error(`address ${value}`);
    if (name === 'src' && !/^https?:\/\/|^\/user_(?:uploads|avatars)\//.test(value))
      throw new Error(`source ${value}`);
    if (name === 'style' && !/^text-align: (?:left|right|center);$/.test(value))
      throw new Error(`style ${value}`);
    if (name === 'class' && !classes.test(value)) throw new Error(`class ${value}`);
    if (/^data-(?:user|user-group|stream)-id$/.test(name) && !/^(?:\d+|\*)$/.test(value))
      throw new Error(name);
  }
}

function checkFormulaElement(element: Element): void {
  const math = mathTags.test(element.tagName);
  const svg = svgTags.has(element.tagName);
  if (element.tagName !== 'span' && !math && !svg) throw new Error(`element ${element.tagName} in a formula`);
  for (const { name, value } of element.attrs) {
    const fine = math
      ? mathAttributes.has(name)
      : svg
        ? svgAttributes.has(name)
        : ['class', 'style', 'aria-hidden', 'title'].includes(name);
    if (!fine) throw new Error(`attribute ${name} in a formula`);
    if (name === 'style' && !safeStyle.test(value)) throw new Error(`style ${value}`);
  }
}

/** Parses HTML as a browser does, and throws when it contains an element or attribute that clients do not expect. */
function assertSafe(html: string): void {
  check(parseFragment(html), false);
}

const wrappers: Record<string, (vector: string) => string> = {
  alone: (vector) => vector,
  'in a link': (vector) => `[${vector}](https://example.com)`,
  'as an address': (vector) => `[x](${vector})`,
  'as an address in brackets': (vector) => `[x](<${vector}>)`,
  'as a title': (vector) => `[x](https://example.com "${vector}")`,
  'as an image': (vector) => `![${vector}](${vector})`,
  'in angle brackets': (vector) => `<${vector}>`,
  'in code': (vector) => `\`${vector}\``,
  'in a code block': (vector) => `\`\`\`js\n${vector}\n\`\`\``,
  'in html code': (vector) => `\`\`\`html\n${vector}\n\`\`\``,
  'as a language': (vector) => `\`\`\`${vector}\nx\n\`\`\``,
  'in a quote': (vector) => `> ${vector}`,
  'as a spoiler': (vector) => `\`\`\`spoiler ${vector}\n${vector}\n\`\`\``,
  'in a formula': (vector) => `$$${vector}$$`,
  'in text in a formula': (vector) => `$$\\text{${vector}}$$`,
  'as a display formula': (vector) => `\`\`\`math\n${vector}\n\`\`\``,
  'as an address in a formula': (vector) => `$$\\href{${vector}}{x}$$`,
  'as a time': (vector) => `<time:${vector}>`,
  'as an emoji': (vector) => `:${vector}:`,
  'as a mention': (vector) => `@**${vector}**`,
  'as a group': (vector) => `@*${vector}*`,
  'as a channel': (vector) => `#**${vector}**`,
  'as a topic': (vector) => `#**Hostile>${vector}**`,
  'in a table': (vector) => `|a|\n|-|\n|${vector}|`,
  'in a list': (vector) => `- ${vector}`,
  'in emphasis': (vector) => `**_~~${vector}~~_**`,
  'behind a linkifier': (vector) => `RAW-${vector}`,
};

describe('hostile markup', () => {
  let spies: MockInstance[] = [];
  beforeEach(() => {
    const methods = ['log', 'warn', 'error', 'info'] as const;
    spies = methods.map((method) => vi.spyOn(globalThis.console, method).mockImplementation(() => undefined));
  });
  afterEach(() => {
    // The renderer must have no side effects, so it must not write to the console either.
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('is tried in at least 150 forms', () => {
    expect(new Set(xssVectors).size).toBeGreaterThanOrEqual(150);
  });

  it.each(Object.entries(wrappers))('%s leaves only HTML that clients expect', (_name, wrap) => {
    for (const vector of xssVectors) {
      const content = wrap(vector);
      const { html } = render(content, context);
      try {
        assertSafe(html);
      } catch (error) {
        throw new Error(`${(error as Error).message}\ninput: ${JSON.stringify(content)}\nhtml: ${html}`);
      }
    }
  });

  it('never links to a forbidden scheme', () => {
    for (const vector of schemeVectors) {
      for (const wrap of Object.values(wrappers)) {
        expect(render(wrap(vector), context).html).not.toMatch(
          /(?:href|src)="\s*(?:javascript|vbscript|data|blob|file|about|livescript|mocha|jar|feed):/i,
        );
      }
    }
  });

  it('does not result from hostile inputs of great length either', () => {
    for (const content of Object.values(hostileInputs)) assertSafe(render(content, context).html);
  });

  it('is detected by the check of this test', () => {
    for (const html of [
      '<script>x</script>',
      '<a href="javascript:x">x</a>',
      '<p onclick="x">x</p>',
      '<img src="data:x">',
      '<span class="katex"><a href="https://x">x</a></span>',
      '<td style="background:url(x)">x</td>',
      '<!-- x -->',
      '<span class="katex"><span style="background:url(x)"></span></span>',
    ]) {
      const wrapped = html.startsWith('<td') ? `<table><tbody><tr>${html}</tr></tbody></table>` : html;
      expect(() => assertSafe(wrapped)).toThrow();
    }
  });
});
