/**
 * Every bound that keeps a hostile message cheap to render here and to lay out in a client. Content beyond a bound is
 * shown as text, never dropped.
 */
export const limits = {
  /** Levels of block tokens (a quote is one, a list item two) beyond which `>` and `-` are text. */
  blockLevel: 24,
  /** Open emphasis, strong and strikethrough inside one another. */
  inlineDepth: 16,
  /** Columns of a table; a wider one stays text. */
  tableColumns: 50,
  /** Cells of a table; its further rows become a paragraph. */
  tableCells: 2_000,
  /** Brackets inside one another in an address; with more, the text is not taken for one. */
  addressBrackets: 7,
  /** Characters of a name in a mention or a link to a channel or topic. */
  nameLength: 256,
  /** Characters of the name of an emoji. */
  emojiNameLength: 100,
  /** Characters of the path of an upload, and places it may end at, when scanning for what to prefetch. */
  uploadPathLength: 400,
  uploadPathEnds: 48,
  /** Paths of uploads in one message. */
  uploadPaths: 2_000,
  /** Characters between `<time:` and `>`. */
  timeLength: 100,
  /** Characters of one formula, and levels of braces in it. */
  formulaLength: 2_000,
  formulaDepth: 20,
  /** Cost (see math.ts) of all formulas of a message. */
  formulaCost: 3_000,
  /** Macro expansions in one formula, and the size of a rule or space in em. */
  formulaExpansions: 200,
  formulaSize: 20,
  /** Characters of code highlighted in one message; the rest is shown plain. */
  highlightedCode: 20_000,
  /** Image previews of one message. */
  previews: 24,
  /**
   * Characters of HTML that emoji, mentions, formulas, colours of code and the like may add to one message: together
   * with the typed text, the message stays far below the largest event, also when it is edited.
   */
  addedHtml: 200_000,
  /** Matches of linkifiers in one message, or one topic. */
  linkifierMatches: 200,
  /** Instructions of a linkifier's compiled pattern. */
  linkifierProgram: 400,
  /**
   * Instructions times characters that all linkifiers may cost together in one message or topic; linkifiers late in the
   * list are skipped when the budget is used up. In a message of 2,000 characters the budget is enough for 60 typical
   * linkifiers.
   */
  linkifierSteps: 2_000_000,
} as const;
