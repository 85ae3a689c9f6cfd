/** Keep hostile messages cheap, on the server and in clients. Content beyond a limit is shown as text and never dropped. */
export const limits = {
  /** Maximum nesting of blocks: a quote is one level, a list item two. Deeper `>` and `-` are plain text. */
  blockLevel: 24,
  /** Maximum nesting of emphasis, strong emphasis and strikethrough. */
  inlineDepth: 16,
  /** Maximum number of columns in a table. A wider table is plain text. */
  tableColumns: 50,
  /** Maximum number of cells in a table. The rows after them become a paragraph. */
  tableCells: 2_000,
  /** Maximum nesting of brackets in an address. A text with deeper brackets is not recognized as an address. */
  addressBrackets: 7,
  /** Maximum length of a name in a mention or in a link to a channel or topic, in characters. */
  nameLength: 256,
  /** Maximum length of the name of an emoji, in characters. */
  emojiNameLength: 100,
  /** Limits of finding uploads before parsing: the length of a path, and the positions that are considered as its end. */
  uploadPathLength: 400,
  uploadPathEnds: 48,
  /** Maximum number of paths of uploads in one message. */
  uploadPaths: 2_000,
  /** Maximum number of characters between `<time:` and `>`. */
  timeLength: 100,
  /** Maximum length of one formula in characters, and maximum nesting of braces in it. */
  formulaLength: 2_000,
  formulaDepth: 20,
  /** Maximum cost of all formulas in one message, in the units of `formulaCost` in math.ts. */
  formulaCost: 3_000,
  /** Maximum number of macro expansions in one formula, and maximum number of tokens that its macros insert. */
  formulaExpansions: 200,
  formulaMacroTokens: 3_000,
  /** Maximum size of a line or space in a formula, in em. */
  formulaSize: 20,
  /** Maximum number of characters of code that are highlighted in one message. Code after them is shown without colors. */
  highlightedCode: 20_000,
  /** Maximum number of previews of images and videos in one message. */
  previews: 24,
  /** Maximum number of links in one message whose pages are previewed, and maximum length of such a URL in characters. */
  linkPreviews: 5,
  previewedAddressLength: 2_000,
  /**
   * Maximum number of characters of HTML that emoji, mentions, formulas, highlighting and similar constructs may add to one
   * message. This keeps the message far below the maximum size of an event, even in an edit, whose event has both versions.
   */
  addedHtml: 200_000,
  /** Maximum number of matches of linkifiers (patterns that become links) in one message or topic. */
  linkifierMatches: 200,
  /** Maximum number of instructions in the compiled pattern of a linkifier. */
  linkifierProgram: 400,
  /**
   * Maximum cost of all linkifiers in one message or topic. The cost of a linkifier is its number of instructions times the
   * number of characters. When the budget is used up, the later linkifiers in the list are skipped. In a message of 2,000
   * characters, the budget is enough for 60 typical linkifiers.
   */
  linkifierSteps: 2_000_000,
} as const;
