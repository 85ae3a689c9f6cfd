import { expect, it } from 'vitest';
import { createLogView } from './log-view.ts';

function shown(use: (view: ReturnType<typeof createLogView>) => void): string {
  let text = '';
  const output = {
    write: (part: string) => {
      text += part;
    },
  };
  use(createLogView(output, () => new Date('2026-01-02T03:04:05.678Z')));
  return text;
}

it('shows time, place, level, message and the other fields', () => {
  const line =
    '{"level":"warn","time":"2026-01-02T10:11:12.131Z","service":"messaging","msg":"slow send","ms":52,"to":"a b"}';
  expect(shown((view) => view.line('messaging-2', line))).toBe(
    '10:11:12.131 messaging-2    WARN  slow send ms=52 to="a b"\n',
  );
});

it('shows an error with its stack', () => {
  const line =
    '{"level":"error","time":"2026-01-02T10:11:12.131Z","msg":"oh","err":{"stack":"Error: x\\n  at y"}}';
  expect(shown((view) => view.line('relay-1', line))).toBe(
    '10:11:12.131 relay-1        ERROR oh \n    Error: x\n      at y\n',
  );
});

it('shows lines that are not JSON unchanged', () => {
  expect(shown((view) => view.line('relay-1', 'Segmentation fault'))).toBe(
    '03:04:05.678 relay-1        ERROR Segmentation fault\n',
  );
});
