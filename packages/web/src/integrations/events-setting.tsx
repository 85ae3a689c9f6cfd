import { createUniqueId, For, Show } from 'solid-js';
import { createSaving, SaveMark } from '../forms/saving.tsx';
import { type EventKind, eventGroups, isKnownEvent } from './event-kinds.ts';
import { n } from './texts.ts';

type EventsProps = {
  help: string;
  /** Whether messages are among them: those that the program gets without asking are not. */
  hasMessages: boolean;
  chosen: readonly string[];
  save: (events: string[]) => Promise<unknown>;
};

/** Renders which kinds of events are sent to the program of a bot, or to an app. */
export function EventsSetting(props: EventsProps) {
  const saving = createSaving();
  const id = createUniqueId();
  const groups = () => eventGroups.filter(({ name }) => name !== 'messages' || props.hasMessages);
  const others = () => props.chosen.filter((kind) => !isKnownEvent(kind));
  const toggle = (kind: EventKind, isOn: boolean) => {
    const kept = props.chosen.filter((each) => each !== kind);
    return saving.run(() => props.save(isOn ? [...kept, kind] : kept));
  };
  return (
    <div class="setting is-text" role="group" aria-labelledby={id}>
      <div class="setting-words">
        <span id={id}>{n('events-sent')}</span>
        <p class="setting-help">{props.help}</p>
      </div>
      <div class="event-groups">
        <For each={groups()}>
          {({ name, kinds }) => (
            <fieldset class="event-group">
              <legend>{n(`events-${name}`)}</legend>
              <For each={kinds}>
                {(kind) => (
                  <KindField
                    kind={kind}
                    isOn={() => props.chosen.includes(kind)}
                    toggle={(isOn) => toggle(kind, isOn)}
                  />
                )}
              </For>
            </fieldset>
          )}
        </For>
      </div>
      <Show when={others().length > 0}>
        <p class="muted breaking">{others().join(', ')}</p>
      </Show>
      <SaveMark saving={saving} />
    </div>
  );
}

function KindField(props: {
  kind: EventKind;
  isOn: () => boolean;
  toggle: (isOn: boolean) => Promise<unknown>;
}) {
  return (
    <label class="check-field">
      <input
        type="checkbox"
        checked={props.isOn()}
        onChange={(event) => {
          const box = event.currentTarget;
          void props.toggle(box.checked).then(() => {
            box.checked = props.isOn();
          });
        }}
      />
      {n(`event-${props.kind}`)}
    </label>
  );
}
