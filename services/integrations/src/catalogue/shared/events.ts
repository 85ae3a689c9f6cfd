import type { Integration, Rendered, WebhookEvent } from '../../domain/integration.ts';
import { type Payload, PayloadError } from '../../domain/templates/payload.ts';
import { unknownEvent } from '../../domain/templates/readable-json.ts';

/** A message without the name of its event. */
export type Message = { topic: string; content: string };
/** What one event becomes: a message, or the reason why it deliberately becomes none. */
export type Outcome = Message | { ignored: string };
/** Renders one event. `event` is its name. */
export type Renderer = (payload: Payload, request: WebhookEvent, event: string) => Outcome;

/** The renderers of an integration by the names of its events. */
export type Renderers = Readonly<Record<string, Renderer>>;

/** Deliberately no message. */
export const ignored = (reason: string): Outcome => ({ ignored: reason });

type Choice = {
  title: string;
  renderers: Renderers;
  /** Returns the name of a request's event; empty when the request does not tell. */
  name(payload: Payload, request: WebhookEvent): string;
  /** What a request has when its name is empty, for the refusal. Without it, such a request becomes a readable message. */
  needs?: string;
};

/** Returns the list of events of an integration and its function `render`, which chooses the renderer by the name of the event. */
export function byEvent({ title, renderers, name, needs }: Choice): Pick<Integration, 'events' | 'render'> {
  const known = new Map(Object.entries(renderers));
  return {
    events: [...known.keys()],
    render(request): Rendered {
      const body = objectOf(request, title);
      const event = name(body, request);
      const renderer = known.get(event);
      if (renderer !== undefined) return { event, ...renderer(body, request, event) };
      if (event === '' && needs !== undefined)
        throw new PayloadError(`A request of ${title} needs ${needs}.`);
      return unknownEvent(title, event.slice(0, 200), body);
    },
  };
}

/** Returns the events and the function `render` of a tool whose requests are all of one kind. */
export const oneEvent = (
  title: string,
  event: string,
  renderer: Renderer,
): Pick<Integration, 'events' | 'render'> => ({
  events: [event],
  render: (request) => ({ event, ...renderer(objectOf(request, title), request, event) }),
});

/** Returns the body when it is a JSON object or a form. @throws PayloadError otherwise */
export function objectOf(request: WebhookEvent, title: string): Payload {
  if (request.body.isObject) return request.body;
  throw new PayloadError(`A request of ${title} needs a JSON object or a form.`);
}

/** Gives several events the same renderer. */
export const each = (events: readonly string[], renderer: Renderer): Renderers =>
  Object.fromEntries(events.map((event) => [event, renderer]));
