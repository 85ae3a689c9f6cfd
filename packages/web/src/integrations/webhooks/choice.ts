import { type Accessor, createSignal } from 'solid-js';
import type { Integration } from '../catalogue/catalogue.ts';
import type { AddressChoice } from './address.ts';

/** Which events and options an address is to have. */
export type Choice = {
  readonly value: Accessor<AddressChoice>;
  setEvent(name: string, isWanted: boolean): void;
  setAll(names: readonly string[], isWanted: boolean): void;
  setOption(key: string, value: string): void;
};

/** Creates the choice for a new address: all events, and no options. */
export function createChoice({ events }: Pick<Integration, 'events'>): Choice {
  const [value, setValue] = createSignal<AddressChoice>({ events: new Set(events), options: {} });
  const setAll = (names: readonly string[], isWanted: boolean) =>
    setValue(({ events: before, options }) => {
      const after = new Set(before);
      for (const name of names) {
        if (isWanted) after.add(name);
        else after.delete(name);
      }
      return { events: after, options };
    });
  return {
    value,
    setAll: (names, isWanted) => void setAll(names, isWanted),
    setEvent: (name, isWanted) => void setAll([name], isWanted),
    setOption: (key, text) =>
      void setValue((before) => ({ ...before, options: { ...before.options, [key]: text } })),
  };
}
