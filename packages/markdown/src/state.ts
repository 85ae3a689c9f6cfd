import { limits } from './limits.ts';
import type { RenderContext, TopicReference } from './types.ts';

/** Results and remaining budgets of one rendering. The parser passes it along as its `env`. */
export type RenderState = {
  readonly ctx: RenderContext;
  /** Quotes around the inline content being parsed; mentions in a quote are silent. */
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
  /** Targets that have a preview: a picture that is linked twice is shown once. */
  previews: Set<string>;
  htmlBudget: number;
};

/** The state of a rendering in progress. */
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
    htmlBudget: limits.addedHtml,
  };
}

/**
 * Returns whether the message may still grow by this HTML, and counts it if so. The caller shows rejected content as
 * typed.
 */
export function mayAdd(env: RenderState, html: string): boolean {
  if (html.length > env.htmlBudget) return false;
  env.htmlBudget -= html.length;
  return true;
}

/** Returns the state behind the parser's untyped `env`. */
export function stateOf(env: object | undefined): RenderState {
  return env as unknown as RenderState;
}
