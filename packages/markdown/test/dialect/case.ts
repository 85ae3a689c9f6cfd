import type { RenderContext } from '../../src/index.ts';

/** A test case of the Markdown dialect: the rule that it shows, the Markdown input, and the expected HTML. */
export type DialectCase = { rule: string; input: string; html: string; context?: Partial<RenderContext> };

/** Returns a paragraph. */
export const p = (content: string): string => `<p>${content}</p>`;

/** Returns a link that shows its address. */
export const link = (address: string, text: string = address): string => `<a href="${address}">${text}</a>`;

/** Returns a block of code without highlighting. */
export const code = (content: string): string =>
  `<div class="codehilite"><pre><span></span><code>${content}</code></pre></div>`;
