/**
 * Topics become followed or unmuted for the people who participate in them, as these have set
 * (docs/api/messages.md#topic-visibility).
 */

/** What a person has set for a topic; also the values of `automatic_new_visibility_policy`. */
export const topicPolicy = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** The least participation that a policy asks for; any higher number turns the policy off. */
const policies = { interacting: 1, sending: 2, starting: 3 } as const;

/** What a person did in a topic; each level includes those before it. */
export const participation = { interacts: 1, sends: 2, starts: 3 } as const;

export type Participation = (typeof participation)[keyof typeof participation];

export type AutomaticPolicies = { followTopicsPolicy: number; unmuteTopicsPolicy: number };

/** Returns the policy that participation gives a topic: followed, unmuted (in a muted channel), or unchanged (0). */
export function policyAfter(
  level: Participation,
  { followTopicsPolicy, unmuteTopicsPolicy }: AutomaticPolicies,
  isChannelMuted: boolean,
): number {
  const applies = (policy: number) => policy >= policies.interacting && policy <= level;
  if (applies(followTopicsPolicy)) return topicPolicy.followed;
  return isChannelMuted && applies(unmuteTopicsPolicy) ? topicPolicy.unmuted : topicPolicy.inherit;
}

/** Returns whether starting a topic gives it another policy than sending to it. */
export const dependsOnStarting = (settings: AutomaticPolicies, isChannelMuted: boolean): boolean =>
  policyAfter(participation.starts, settings, isChannelMuted) >
  policyAfter(participation.sends, settings, isChannelMuted);
