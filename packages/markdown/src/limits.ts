/**
 * The limits that keep a hostile message cheap to render on the server and cheap to lay out in a client. Content beyond
 * a limit is shown as text and never dropped.
 */
export const limits = {
  /** Maximum nesting of block tokens (a quote is one level, a list item two). Deeper `>` and `-` are text. */
  blockLevel: 24,
  /** Maximum nesting of emphasis, strong emphasis and strikethrough. */
  inlineDepth: 16,
  /** Maximum number of columns of a table. A wider table stays text. */
  tableColumns: 50,
  /** Maximum number of cells of a table. Further rows become a paragraph. */
  tableCells: 2_000,
  /** Maximum nesting of brackets in an address. A text with more is not recognized as an address. */
  addressBrackets: 7,
  /** Maximum length of a name in a mention or in a link to a channel or topic, in characters. */
  nameLength: 256,
  /** Maximum length of the name of an emoji, in characters. */
  emojiNameLength: 100,
  /**
   * Maximum length of the path of an upload, and maximum number of places at which it may end, when references are
   * scanned.
   */
  uploadPathLength: 400,
  uploadPathEnds: 48,
  /** Maximum number of paths of uploads in one message. */
  uploadPaths: 2_000,
  /** Maximum number of characters between `<time:` and `>`. */
  timeLength: 100,
  /** Maximum length of one formula in characters, and maximum nesting of braces in it. */
  formulaLength: 2_000,
  formulaDepth: 20,
  /** Maximum cost of all formulas of a message (see math.ts). */
  formulaCost: 3_000,
  /** Maximum number of macro expansions in one formula, and of tokens that the macros defined in it insert. */
  formulaExpansions: 200,
  formulaMacroTokens: 3_000,
  /** Maximum size of a rule or space in em. */
  formulaSize: 20,
  /**
   * Maximum number of characters of code that are highlighted in one message. Further code is shown without colours.
   */
  highlightedCode: 20_000,
  /** Maximum number of image previews in one message. */
  previews: 24,
  /** Links of one message whose pages are previewed, and characters of such an address. */
  linkPreviews: 5,
  previewedAddressLength: 2_000,
  /**
   * Maximum number of characters of HTML that emoji, mentions, formulas, highlighted code and similar constructs may
   * add to one message. Together with the typed text, the message stays far below the size of the largest event, also
   * after an edit.
   */
  addedHtml: 200_000,
  /** Maximum number of matches of linkifiers in one message, or in one topic. */
  linkifierMatches: 200,
  /** Maximum number of instructions of a linkifier's compiled pattern. */
  linkifierProgram: 400,
  /**
   * Maximum cost of all linkifiers in one message or topic: instructions times characters. When the budget is used up,
   * linkifiers late in the list are skipped. For a message of 2,000 characters the budget is enough for 60 typical
   * linkifiers.
   */
  linkifierSteps: 2_000_000,
} as const;
