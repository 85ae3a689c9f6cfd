import { bits, type Form, type FormBit, has, inheritedNotifications } from '../form.ts';
import type { EventJson } from './event-json.ts';

/** The capability and the settings on which the result of `withInheritedNotifications` depends. */
export const inheritingForm = bits('notification_settings_null', ...inheritedNotifications);

/**
 * Adapts events for clients without the capability `notification_settings_null`. For such clients, a null setting of a
 * subscription is replaced by the user's general setting. Changes of the general setting after the registration are ignored
 * (docs/api/register.md#capabilities).
 */
export function withInheritedNotifications(event: EventJson, form: Form): EventJson[] {
  if (has(form, 'notification_settings_null')) return [event];
  const { subscriptions } = event as { subscriptions?: Record<string, unknown>[] };
  if (event.op === 'add' && subscriptions) {
    return [
      { ...event, subscriptions: subscriptions.map((each) => ({ ...each, ...inherited(each, form) })) },
    ];
  }
  const property = inheritedNotifications.find((name) => name === event.property);
  return property && event.value === null ? [{ ...event, value: has(form, property) }] : [event];
}

const inherited = (subscription: Readonly<Record<string, unknown>>, form: Form) =>
  Object.fromEntries(
    inheritedNotifications
      .filter((name: FormBit) => subscription[name] === null)
      .map((name) => [name, has(form, name)]),
  );
