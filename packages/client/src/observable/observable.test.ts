import { describe, expect, it } from 'vitest';
import { Batch } from './batch.ts';
import { ObservableMap } from './observable-map.ts';
import { ObservableValue } from './observable-value.ts';

describe('a batch', () => {
  it('notifies each listener once, after the last change', () => {
    const batch = new Batch();
    const value = new ObservableValue(batch, 0);
    const seen: number[] = [];
    value.watch(() => seen.push(value.get()));
    batch.run(() => {
      value.set(1);
      batch.run(() => value.set(2));
      value.set(3);
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual([3]);
  });

  it('delivers all notifications of a change within one call of its group function', () => {
    const errors: unknown[] = [];
    const batch = new Batch((error) => errors.push(error));
    const [one, other] = [new ObservableValue(batch, 0), new ObservableValue(batch, 0)];
    const seen: string[] = [];
    batch.group = (deliver) => {
      seen.push('begin');
      deliver();
      seen.push('end');
      throw new Error('a fault of the page');
    };
    one.watch(() => seen.push('one'));
    other.watch(() => seen.push('other'));
    batch.run(() => {
      one.set(1);
      other.set(1);
    });
    batch.run(() => undefined);
    expect(seen).toEqual(['begin', 'one', 'other', 'end']);
    expect(errors).toHaveLength(1);
  });

  it('notifies the other listeners when one fails', () => {
    const errors: unknown[] = [];
    const batch = new Batch((error) => errors.push(error));
    const [one, other] = [new ObservableValue(batch, 0), new ObservableValue(batch, 0)];
    let notified = 0;
    one.watch(() => {
      throw new Error('a fault of the page');
    });
    other.watch(() => notified++);
    batch.run(() => {
      one.set(1);
      other.set(1);
    });
    expect(notified).toBe(1);
    expect(errors).toHaveLength(1);
  });

  it('delivers changes that listeners make', () => {
    const batch = new Batch();
    const [one, other] = [new ObservableValue(batch, 0), new ObservableValue(batch, 0)];
    one.watch(() => other.set(one.get() * 2));
    const seen: number[] = [];
    other.watch(() => seen.push(other.get()));
    one.set(4);
    expect(seen).toEqual([8]);
  });
});

describe('a map', () => {
  it('notifies the listeners of an entry only of that entry', () => {
    const batch = new Batch();
    const map = new ObservableMap<string, number>(batch);
    const notified: string[] = [];
    map.watch('a', () => notified.push('a'));
    map.watch('b', () => notified.push('b'));
    map.watchAll((changed) => notified.push(`all: ${[...changed].join()}`));
    batch.run(() => {
      map.set('a', 1);
      map.set('c', 1);
    });
    expect(notified).toEqual(['a', 'all: a,c']);
  });

  it('does not notify of an unchanged entry', () => {
    const map = new ObservableMap<string, number>(new Batch());
    map.set('a', 1);
    let notified = 0;
    map.watchAll(() => notified++);
    map.set('a', 1);
    map.delete('b');
    map.replaceAll([['a', 1]]);
    expect(notified).toBe(0);
    map.replaceAll([['b', 1]]);
    expect(notified).toBe(2);
  });

  it('does not notify removed listeners', () => {
    const map = new ObservableMap<string, number>(new Batch());
    let notified = 0;
    const listener = () => {
      notified++;
    };
    const stops = [map.watch('a', listener), map.watch('a', listener), map.watchAll(listener)];
    map.set('a', 1);
    expect(notified).toBe(3);
    stops[0]!();
    map.set('a', 2);
    expect(notified).toBe(5);
    for (const stop of stops) stop();
    map.set('a', 3);
    expect(notified).toBe(5);
  });
});
