import { errors, errorText, isOneOf } from '@parley/core';

/** Names of the introductions that clients show once. */
const steps = [
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'intro_resolve_topic',
  'navigation_tour_video',
] as const;

/** Checks that an introduction exists, and returns its name. @throws BAD_REQUEST otherwise */
export function checkStep(step: string): string {
  if (!isOneOf(steps, step)) throw errors.badRequest(errorText('Unknown onboarding_step: {step}', { step }));
  return step;
}

/** Returns the introductions that a person has not finished, in the form of the API. */
export const stepsLeft = (finished: readonly string[]): { type: string; name: string }[] =>
  steps.filter((step) => !finished.includes(step)).map((name) => ({ type: 'one_time_notice', name }));
