/**
 * How topics become visible to those who take part in them (contract, PATCH /settings:
 * `automatically_follow_topics_policy`, `automatically_unmute_topics_in_muted_streams_policy`).
 */

/** What a person set for a topic; also the values of `automatic_new_visibility_policy`. */
export const visibility = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** From which part on a policy holds. */
const policies = { anyPart: 1, sending: 2, starting: 3 } as const;

/** What somebody did in a topic, each including the one before. */
export const parts = { interacts: 1, sends: 2, starts: 3 } as const;

export type Part = (typeof parts)[keyof typeof parts];

export type AutomaticPolicies = { followTopicsPolicy: number; unmuteTopicsPolicy: number };

/** How visible a topic becomes by a part in it: followed, unmuted in a muted channel, or as it is (0). */
export function policyAfter(
  part: Part,
  { followTopicsPolicy, unmuteTopicsPolicy }: AutomaticPolicies,
  isChannelMuted: boolean,
): number {
  const holds = (policy: number) => policy >= policies.anyPart && policy <= part;
  if (holds(followTopicsPolicy)) return visibility.followed;
  return isChannelMuted && holds(unmuteTopicsPolicy) ? visibility.unmuted : visibility.inherit;
}

/** Whether it matters that somebody who sent a message started its topic by it. */
export const dependsOnStarting = (settings: AutomaticPolicies, isChannelMuted: boolean): boolean =>
  policyAfter(parts.starts, settings, isChannelMuted) > policyAfter(parts.sends, settings, isChannelMuted);
