import { parseCommonMark } from '../text/common-mark.ts';
import type { Block } from '../text/tree.ts';
import type { MattermostNames } from './names.ts';

/** `![name](address =300x200)` gives a picture a size, which CommonMark does not know. */
const pictureSize = /(!\[[^\]\n]{0,500}\]\([^\s()]{1,2000}) =\d{0,5}(?:x\d{0,5})?(?=[ )])/g;

/** Parses Mattermost's Markdown: CommonMark with tables, mentions, `~channel` and emoji. */
export const parseMattermost = (source: string, names: MattermostNames, team: string | undefined): Block[] =>
  parseCommonMark(source.replace(pictureSize, '$1'), {
    pieces: (value) => names.pieces(value, team),
    link: (url, children, label) => names.link(url, children, label),
  });
