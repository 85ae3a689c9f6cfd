/** See docs/api/users-and-groups.md#status. */

import type { UserStatus as ApiUserStatus } from '@parley/api';
import { errors, errorText } from '@parley/core';
import { isUnicodeEmoji, unicodeEmoji } from '@parley/markdown';
import { limits } from '@parley/rules';

/** A person's status. Members without a value are empty. */
export type UserStatus = {
  statusText: string;
  emojiName: string;
  emojiCode: string;
  reactionType: '' | NonNullable<ApiUserStatus['reaction_type']>;
};

/** The members of a status in a request. Absent members keep their values. */
export type StatusDraft = {
  statusText?: string | undefined;
  emojiName?: string | undefined;
  emojiCode?: string | undefined;
  reactionType?: string | undefined;
};

export const noStatus: UserStatus = { statusText: '', emojiName: '', emojiCode: '', reactionType: '' };

/**
 * Returns the status that results from a request.
 * @param customEmojiId returns the ID of a custom emoji by its name; undefined when there is none
 * @throws BAD_REQUEST for a text that is too long, or for an invalid emoji
 */
export function decideStatus(
  before: UserStatus,
  draft: StatusDraft,
  customEmojiId: (name: string) => string | undefined,
): UserStatus {
  const statusText = draft.statusText?.trim() ?? before.statusText;
  if ([...statusText].length > limits.statusLength) {
    throw errors.badRequest(
      errorText('{parameter} is too long (limit: {limit} characters)', {
        parameter: 'status_text',
        limit: limits.statusLength,
      }),
    );
  }
  return { ...decideEmoji(before, draft, customEmojiId), statusText };
}

function decideEmoji(
  before: UserStatus,
  { emojiName, emojiCode, reactionType }: StatusDraft,
  customEmojiId: (name: string) => string | undefined,
): UserStatus {
  if (emojiName === undefined) {
    if (emojiCode === undefined && reactionType === undefined) return before;
    throw errors.badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.');
  }
  // An empty emoji name removes the emoji.
  if (emojiName === '') return noStatus;
  const { statusText } = before;
  // The code identifies the emoji, because clients use different names for some emoji.
  if (
    emojiCode !== undefined &&
    (reactionType ?? 'unicode_emoji') === 'unicode_emoji' &&
    isUnicodeEmoji(emojiCode, emojiName)
  ) {
    return { statusText, emojiName, emojiCode, reactionType: 'unicode_emoji' };
  }
  const customId = reactionType === 'unicode_emoji' ? undefined : customEmojiId(emojiName);
  if (customId !== undefined) {
    if (emojiCode !== undefined && emojiCode !== customId) throw errors.badRequest('Invalid custom emoji.');
    return { statusText, emojiName, emojiCode: customId, reactionType: 'realm_emoji' };
  }
  if (reactionType !== undefined && reactionType !== 'unicode_emoji') {
    throw errors.badRequest(reactionType === 'realm_emoji' ? 'Invalid custom emoji.' : 'Invalid emoji type.');
  }
  const code = unicodeEmoji(emojiName);
  if (code === undefined)
    throw errors.badRequest(errorText("Emoji '{name}' does not exist", { name: emojiName }));
  if (emojiCode !== undefined && emojiCode !== code) throw errors.badRequest('Invalid emoji name.');
  return { statusText, emojiName, emojiCode: code, reactionType: 'unicode_emoji' };
}

/** Returns a status in the form of the API, without empty members. `away` means that the person hides their presence. */
export const presentStatus = (status: UserStatus | undefined, away: boolean): ApiUserStatus => ({
  ...(away && { away: true }),
  ...(status?.statusText && { status_text: status.statusText }),
  ...(status?.emojiName && {
    emoji_name: status.emojiName,
    emoji_code: status.emojiCode,
    reaction_type: status.reactionType || ('unicode_emoji' as const),
  }),
});

/** Returns the members of a status that the request contained, including empty ones, for the event. */
export const changedParts = (status: UserStatus, draft: StatusDraft): ApiUserStatus => ({
  ...(draft.statusText !== undefined && { status_text: status.statusText }),
  ...(draft.emojiName !== undefined && {
    emoji_name: status.emojiName,
    emoji_code: status.emojiCode,
    reaction_type: status.reactionType || ('unicode_emoji' as const),
  }),
});
