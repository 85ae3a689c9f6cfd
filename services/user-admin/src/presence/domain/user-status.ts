/** What people say about themselves (contract, UserStatus). */
import { errors } from '@parley/core';
import { unicodeEmoji } from '@parley/markdown';

/** Empty texts for what is not set. */
export type UserStatus = { statusText: string; emojiName: string; emojiCode: string; reactionType: string };

/** What a request gives; what is absent stays. */
export type StatusDraft = {
  statusText?: string | undefined;
  emojiName?: string | undefined;
  emojiCode?: string | undefined;
  reactionType?: string | undefined;
};

export const noStatus: UserStatus = { statusText: '', emojiName: '', emojiCode: '', reactionType: '' };
const maxStatusLength = 60;

/** The status after a request. `ownEmoji` finds the ID of the organization's emoji. @throws BAD_REQUEST */
export function decideStatus(
  before: UserStatus,
  draft: StatusDraft,
  ownEmoji: (name: string) => string | undefined,
): UserStatus {
  const statusText = draft.statusText?.trim() ?? before.statusText;
  if ([...statusText].length > maxStatusLength) {
    throw errors.badRequest(`status_text is too long (limit: ${maxStatusLength} characters)`);
  }
  return { ...decideEmoji(before, draft, ownEmoji), statusText };
}

function decideEmoji(
  before: UserStatus,
  { emojiName, emojiCode, reactionType }: StatusDraft,
  ownEmoji: (name: string) => string | undefined,
): UserStatus {
  if (emojiName === undefined) {
    if (emojiCode === undefined && reactionType === undefined) return before;
    throw errors.badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.');
  }
  // An empty name takes the emoji away.
  if (emojiName === '') return noStatus;
  const { statusText } = before;
  const own = reactionType === 'unicode_emoji' ? undefined : ownEmoji(emojiName);
  if (own !== undefined) {
    if (emojiCode !== undefined && emojiCode !== own) throw errors.badRequest('Invalid custom emoji.');
    return { statusText, emojiName, emojiCode: own, reactionType: 'realm_emoji' };
  }
  if (reactionType !== undefined && reactionType !== 'unicode_emoji') {
    throw errors.badRequest(reactionType === 'realm_emoji' ? 'Invalid custom emoji.' : 'Invalid emoji type.');
  }
  const code = unicodeEmoji(emojiName);
  if (code === undefined) throw errors.badRequest(`Emoji '${emojiName}' does not exist`);
  if (emojiCode !== undefined && emojiCode !== code) throw errors.badRequest('Invalid emoji name.');
  return { statusText, emojiName, emojiCode: code, reactionType: 'unicode_emoji' };
}

/** As the API shows it: what is not set is left out. `away` is the older name of an invisible presence. */
export const presentStatus = (status: UserStatus | undefined, away: boolean) => ({
  ...(away && { away: true }),
  ...(status?.statusText && { status_text: status.statusText }),
  ...(status?.emojiName && {
    emoji_name: status.emojiName,
    emoji_code: status.emojiCode,
    reaction_type: status.reactionType,
  }),
});

/** What an event says of a change: the parts that the request gave, empty ones too. */
export const changedParts = (status: UserStatus, draft: StatusDraft) => ({
  ...(draft.statusText !== undefined && { status_text: status.statusText }),
  ...(draft.emojiName !== undefined && {
    emoji_name: status.emojiName,
    emoji_code: status.emojiCode,
    reaction_type: status.reactionType || 'unicode_emoji',
  }),
});
