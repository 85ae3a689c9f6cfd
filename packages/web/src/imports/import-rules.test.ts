import { describe, expect, it } from 'vitest';
import {
  actionsOf,
  againOf,
  archiveOf,
  type Import,
  isActive,
  isStoppable,
  shareOf,
  sortedFindings,
} from './import-rules.ts';

const states = ['waiting', 'running', 'stopped', 'done', 'refused', 'undoing', 'undone'] as const;
const make = (values: Partial<Import>) =>
  ({ state: 'done', dry_run: false, archive_path: '/user_uploads/1/x/a.zip', ...values }) as Import;
const byState = (values: Partial<Import>, isOtherActive = false) =>
  Object.fromEntries(
    states.map((state) => [state, actionsOf(make({ ...values, state }), { isOtherActive })]),
  );

describe('an import', () => {
  it('offers what its state allows', () => {
    expect(byState({})).toEqual({
      waiting: [],
      running: [],
      stopped: ['continue', 'undo'],
      done: ['undo'],
      refused: [],
      undoing: [],
      undone: [],
    });
    expect(byState({ archive_path: '' }).stopped).toEqual(['undo']);
  });

  it('that only tried can become a real one', () => {
    const { stopped, done, refused, undone } = byState({ dry_run: true });
    expect([stopped, done, refused, undone]).toEqual([['import'], ['import'], [], []]);
    expect(byState({ dry_run: true, archive_path: '' }).done).toEqual([]);
  });

  it('begins after a dry run, or again, as it was begun', () => {
    const terms = (values: Partial<Import>) =>
      againOf(make({ source: 'slack', merge_people: null, ...values }));
    const upload_url = '/user_uploads/1/x/a.zip';
    expect(terms({})).toEqual({ upload_url, from: 'slack' });
    expect(terms({ source: '', merge_people: true })).toEqual({ upload_url, merge_people: true });
    expect(terms({ archive_path: '/a.zip', merge_people: false })).toEqual({
      path: '/a.zip',
      from: 'slack',
      merge_people: false,
    });
    expect(terms({ archive_path: '' })).toBeUndefined();
  });

  it('waits for another one', () => {
    expect(Object.values(byState({}, true)).flat()).toEqual([]);
    expect(states.filter((state) => isActive({ state }))).toEqual(['waiting', 'running', 'undoing']);
    expect(states.filter((state) => isStoppable({ state }))).toEqual(['waiting', 'running']);
  });

  it('is named by its upload or by its path', () => {
    expect(archiveOf({ archive_path: '/user_uploads/1/ab/export.zip' })).toEqual({
      upload_url: '/user_uploads/1/ab/export.zip',
    });
    expect(archiveOf({ archive_path: '/archives/export.zip' })).toEqual({ path: '/archives/export.zip' });
    expect(archiveOf({ archive_path: '' })).toBeUndefined();
  });

  it('is done by a share, if its size is known', () => {
    expect(shareOf({ done: 5, total: 20 })).toBe(0.25);
    expect(shareOf({ done: 21, total: 20 })).toBe(1);
    expect(shareOf({ done: 5, total: 0 })).toBeUndefined();
  });
});

it('findings that need attention stand first, then the most frequent', () => {
  const finding = (kind: string, count: number) => ({ kind, count, where: '', example: '' });
  const findings = [
    finding('notice', 900),
    finding('role-owner', 1),
    finding('long-message', 3),
    finding('broken-line', 2),
  ];
  expect(sortedFindings({ findings }).map(({ kind }) => kind)).toEqual([
    'broken-line',
    'role-owner',
    'notice',
    'long-message',
  ]);
});
