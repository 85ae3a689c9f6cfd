/**
 * The syntax of references without the renderer: reading and writing mentions, links and quotations. It is an entry point of its own,
 * because the web client needs the syntax and must not load the renderer.
 */
export {
  type MentionSyntax,
  mayMentionAfter,
  readMention,
  unspacedLetters,
  wildcardKind,
} from '../syntax/syntax.ts';
export {
  channelLink,
  groupMention,
  type LinkedChannel,
  type LinkedPlace,
  type MentionedGroup,
  type MentionedPerson,
  personMention,
  placeLink,
  quotation,
  shortPersonMention,
  wildcardMention,
} from './write-references.ts';
