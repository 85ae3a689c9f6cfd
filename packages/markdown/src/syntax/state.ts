import { limits } from '../limits.ts';
import type { RenderContext, TopicReference } from '../types.ts';

/** The results and remaining budgets of one call of `render`. markdown-it passes it to all rules as `env`. */
export type RenderState = {
  readonly ctx: RenderContext;
  /** Number of quotes around the text that is being parsed. Mentions in a quote are silent. */
  quoteDepth: number;
  users: Set<number>;
  silentUsers: Set<number>;
  groups: Set<number>;
  silentGroups: Set<number>;
  channelWildcard: boolean;
  topicWildcard: boolean;
  links: number;
  hasImage: boolean;
  uploads: Set<string>;
  topics: Map<string, TopicReference>;
  formulas: Map<string, string>;
  formulaBudget: number;
  highlightBudget: number;
  linkifierBudget: number;
  linkifierWork: { steps: number };
  previewBudget: number;
  /** URLs that already have a preview, so that an image that is linked twice is shown once. */
  previews: Set<string>;
  /** URLs of web pages that may get a preview. */
  previewLinks: Set<string>;
  htmlBudget: number;
};

export function createState(ctx: RenderContext): RenderState {
  return {
    ctx,
    quoteDepth: 0,
    users: new Set(),
    silentUsers: new Set(),
    groups: new Set(),
    silentGroups: new Set(),
    channelWildcard: false,
    topicWildcard: false,
    links: 0,
    hasImage: false,
    uploads: new Set(),
    topics: new Map(),
    formulas: new Map(),
    formulaBudget: limits.formulaCost,
    highlightBudget: limits.highlightedCode,
    linkifierBudget: limits.linkifierMatches,
    linkifierWork: { steps: limits.linkifierSteps },
    previewBudget: limits.previews,
    previews: new Set(),
    previewLinks: new Set(),
    htmlBudget: limits.addedHtml,
  };
}

/** Deducts this HTML from the message's budget. Returns false when it does not fit and must be shown as text. */
export function mayAdd(env: RenderState, html: string): boolean {
  if (html.length > env.htmlBudget) return false;
  env.htmlBudget -= html.length;
  return true;
}

export function stateOf(env: object | undefined): RenderState {
  return env as unknown as RenderState;
}
