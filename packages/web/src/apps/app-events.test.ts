import { describe, expect, it } from 'vitest';
import { type AppEvent, type AppState, afterAppEvent, type Ephemeral, emptyAppState } from './app-events.ts';
import type { View } from './block-parts/shapes.ts';

const message = (id: string, content = 'only you') => ({ id, content }) as Ephemeral;
const view = (id: string, title = 'Deploy') => ({ id, title }) as View;
const add = (id: string): AppEvent => ({ type: 'ephemeral_message', op: 'add', message: message(id) });
const after = (...events: readonly AppEvent[]): AppState =>
  events.reduce((state, event) => afterAppEvent(state, event, (id) => id === 'mine'), emptyAppState);

describe('a message for one person', () => {
  it('is added once, updated and removed', () => {
    expect(after(add('a'), add('b'), add('a')).messages.map(({ id }) => id)).toEqual(['b', 'a']);
    const updated = after(add('a'), {
      type: 'ephemeral_message',
      op: 'update',
      message: message('a', 'thanks'),
    });
    expect(updated.messages).toEqual([message('a', 'thanks')]);
    expect(after(add('a'), { type: 'ephemeral_message', op: 'remove', message_id: 'a' }).messages).toEqual(
      [],
    );
  });

  it('that was dismissed does not come back with an update', () => {
    expect(after({ type: 'ephemeral_message', op: 'update', message: message('a') }).messages).toEqual([]);
  });

  it('goes when there are too many, the oldest first', () => {
    const { messages } = after(...Array.from({ length: 60 }, (_, at) => add(String(at))));
    expect(messages).toHaveLength(50);
    expect(messages[0]?.id).toBe('10');
  });
});

describe('a form', () => {
  const open = (id: string, press_id = 'mine'): AppEvent => ({
    type: 'app_view',
    op: 'open',
    view: view(id),
    press_id,
  });

  const closed = (view_id: string): AppEvent => ({ type: 'app_view', op: 'close', view_id });
  const ids = (...events: readonly AppEvent[]) => after(...events).views.map(({ id }) => id);

  it('opens in the window whose press it answers', () => {
    expect(ids(open('v'))).toEqual(['v']);
    expect(ids(open('v', 'of another window'))).toEqual([]);
  });

  it('is changed and closed by its own events only', () => {
    const changed: AppEvent = { type: 'app_view', op: 'update', view: view('v', 'Again') };
    expect(after(open('v'), changed).views.map(({ title }) => title)).toEqual(['Again']);
    expect(after(open('w'), changed).views.map(({ title }) => title)).toEqual(['Deploy']);
    expect(ids(changed)).toEqual([]);
    expect(ids(open('v'), closed('v'))).toEqual([]);
    expect(ids(open('w'), closed('v'))).toEqual(['w']);
  });

  it('over another one leaves it as it was', () => {
    expect(ids(open('v'), open('w'))).toEqual(['v', 'w']);
    expect(ids(open('v'), open('w'), open('v'))).toEqual(['v', 'w']);
    expect(ids(open('v'), open('w'), closed('w'))).toEqual(['v']);
    expect(ids(open('v'), open('w'), closed('v'), closed('w'))).toEqual([]);
  });
});
