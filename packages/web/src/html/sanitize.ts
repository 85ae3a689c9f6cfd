/** Sanitizes the server's HTML again, for flaws of its renderer and for messages that were imported. */

import DOMPurify from 'dompurify';
import { forgetOldest } from '../lib/forget-oldest.ts';
import { plainParagraphs } from './plain-text.ts';

const tags = [
  ...[
    'a',
    'abbr',
    'annotation',
    'audio',
    'b',
    'blockquote',
    'br',
    'code',
    'del',
    'details',
    'div',
    'em',
    'h1',
    'h2',
  ],
  ...[
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'img',
    'kbd',
    'li',
    'math',
    'menclose',
    'mfrac',
    'mi',
    'mn',
    'mo',
    'mover',
  ],
  ...[
    'mpadded',
    'mphantom',
    'mroot',
    'mrow',
    'ms',
    'mspace',
    'msqrt',
    'mstyle',
    'msub',
    'msubsup',
    'msup',
    'mtable',
  ],
  ...[
    'mtd',
    'mtext',
    'mtr',
    'munder',
    'munderover',
    'ol',
    'p',
    'pre',
    's',
    'semantics',
    'span',
    'strong',
    'sub',
  ],
  ...['summary', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'time', 'tr', 'u', 'ul', 'video'],
];

const attributes = [
  ...[
    'alt',
    'aria-hidden',
    'aria-label',
    'class',
    'colspan',
    'controls',
    'data-code-language',
    'datetime',
    'display',
  ],
  ...[
    'data-original-content-type',
    'data-original-dimensions',
    'data-original-src',
    'data-stream-id',
    'data-user-group-id',
    'data-user-id',
  ],
  ...[
    'encoding',
    'fence',
    'height',
    'href',
    'lspace',
    'mathvariant',
    'maxsize',
    'minsize',
    'preload',
    'role',
    'rowspan',
  ],
  ...[
    'rspace',
    'scriptlevel',
    'separator',
    'src',
    'start',
    'stretchy',
    'title',
    'width',
    'xmlns',
    'columnalign',
  ],
  ...['columnspacing', 'rowspacing', 'displaystyle', 'accent', 'linethickness', 'align'],
];

const purify = DOMPurify(window);

/** Schemes that links may have. A link with another scheme loses its address. */
const linkSchemes =
  /^(?:https?|mailto|tel|ftp|sftp|xmpp|irc|ircs|matrix|magnet|geo|sip|sips|sms|webcal|news|nntp|git|ssh):/i;

purify.addHook('afterSanitizeAttributes', (node) => {
  if (!(node instanceof Element)) return;
  if (node.tagName === 'A') {
    const href = node.getAttribute('href') ?? '';
    const isOwn = /^(?:[/#](?![/\\])|$)/.test(href) || href.startsWith(`${location.origin}/`);
    if (!isOwn && !linkSchemes.test(href)) node.removeAttribute('href');
    if (!isOwn) {
      node.setAttribute('rel', 'noopener noreferrer');
      node.setAttribute('target', '_blank');
    }
  }
  // KaTeX emits each formula as MathML and as HTML. The browser draws the MathML; the HTML would need fonts and inline styles.
  if (node.classList.contains('katex-html')) node.remove();
});

/** Removes inline styles of formulas before parsing, because the browser logs each violation of the content security policy. */
const withoutStyles = (html: string): string =>
  html.includes('katex') ? html.replaceAll(/(<[a-z]+\b[^<>]*?) style="[^"<>]*"/g, '$1') : html;

/**
 * Replaces the inline style with which the server shows a link preview's picture by an image, because the content security
 * policy forbids inline styles. Accepts only pictures that this server serves.
 */
const withEmbeddedPictures = (html: string): string =>
  html.includes('message_embed')
    ? html.replaceAll(
        /(<a class="message_embed_image" href="[^"]*") style="background-image: url\(&quot;(\/external_content\/[0-9a-f]+\/[0-9a-f]+)&quot;\)">/g,
        '$1><img src="$2" alt="">',
      )
    : html;

/** Replaces the alignment of cells of tables by classes, because the content security policy forbids inline styles. */
const withAlignment = (html: string): string =>
  html.includes('text-align')
    ? html.replaceAll(/<(t[hd]) style="text-align: (left|center|right);">/g, '<$1 class="is-$2">')
    : html;

const cached = new Map<string, DocumentFragment>();
const maxCached = 500;

function paragraphsOf(texts: readonly [text: string, space: string][]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const [text, space] of texts) {
    const paragraph = document.createElement('p');
    paragraph.textContent = text;
    fragment.append(paragraph);
    if (space !== '') fragment.append(space);
  }
  return fragment;
}

/** Returns the safe part of rendered HTML as a fragment. Caches results by HTML. */
export function sanitize(html: string): DocumentFragment {
  const plain = plainParagraphs(html);
  if (plain) return paragraphsOf(plain);
  const known = cached.get(html);
  if (known) return document.importNode(known, true);
  const fragment = purify.sanitize(withoutStyles(withAlignment(withEmbeddedPictures(html))), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  forgetOldest(cached, maxCached - 1);
  cached.set(html, fragment);
  return document.importNode(fragment, true);
}
