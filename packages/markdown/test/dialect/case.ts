import type { RenderContext } from '../../src/index.ts';

/** What is typed, the HTML that it becomes, and the rule of the dialect that the case shows. */
export type DialectCase = { rule: string; input: string; html: string; context?: Partial<RenderContext> };

/** Returns a paragraph. */
export const p = (content: string): string => `<p>${content}</p>`;

/** Returns a link that shows its address. */
export const link = (address: string, text: string = address): string => `<a href="${address}">${text}</a>`;

/** Returns a block of code without highlighting. */
export const code = (content: string): string =>
  `<div class="codehilite"><pre><span></span><code>${content}</code></pre></div>`;
