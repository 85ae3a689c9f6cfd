/** The person's settings name the least participation that is needed (docs/api/messages.md#topic-visibility). */

/** Visibility policies of a topic for one person, with their numbers in the API. */
export const topicPolicy = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** Values of the two settings: the least participation that changes the policy. Any other number means never. */
const policies = { interacting: 1, sending: 2, starting: 3 } as const;

/** Levels of participation in a topic. Each level includes the lower ones. */
export const participation = { interacts: 1, sends: 2, starts: 3 } as const;

export type Participation = (typeof participation)[keyof typeof participation];

export type AutomaticPolicies = { followTopicsPolicy: number; unmuteTopicsPolicy: number };

/** Followed, unmuted (only in a muted channel), or `inherit` (0) for no change. */
export function policyAfter(
  level: Participation,
  { followTopicsPolicy, unmuteTopicsPolicy }: AutomaticPolicies,
  isChannelMuted: boolean,
): number {
  const applies = (policy: number) => policy >= policies.interacting && policy <= level;
  if (applies(followTopicsPolicy)) return topicPolicy.followed;
  return isChannelMuted && applies(unmuteTopicsPolicy) ? topicPolicy.unmuted : topicPolicy.inherit;
}

/** Returns whether starting a topic would result in a higher policy than sending to an existing topic. */
export const dependsOnStarting = (settings: AutomaticPolicies, isChannelMuted: boolean): boolean =>
  policyAfter(participation.starts, settings, isChannelMuted) >
  policyAfter(participation.sends, settings, isChannelMuted);
