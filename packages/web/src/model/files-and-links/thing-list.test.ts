import { expect, it } from 'vitest';
import { filteredThings, groupOfKind } from './thing-list.ts';

const files = [
  { name: 'Chart.png', kind: 'image' },
  { name: 'plan.pdf', kind: 'document' },
  { name: 'costs.xlsx', kind: 'spreadsheet' },
  { name: 'talk.mp4', kind: 'video' },
  { name: 'dump.bin', kind: undefined },
];
const facts = {
  kindOf: ({ kind }: (typeof files)[number]) => groupOfKind(kind),
  wordsOf: ({ name }: (typeof files)[number]) => name,
};
const namesOf = (text: string, kind?: ReturnType<typeof groupOfKind>) =>
  filteredThings(files, { text, kind }, facts).shown.map(({ name }) => name);

it('lists files of the chosen group whose words contain the text', () => {
  expect(namesOf('')).toEqual(files.map(({ name }) => name));
  expect(namesOf('', 'documents')).toEqual(['plan.pdf', 'costs.xlsx']);
  expect(namesOf('CHART')).toEqual(['Chart.png']);
  expect(namesOf('chart', 'others')).toEqual([]);
  expect(namesOf(' a', 'others')).toEqual([]);
});

it('offers the groups that there are, whatever is chosen', () => {
  const { present } = filteredThings(files.slice(1, 4), { text: 'nothing', kind: 'pictures' }, facts);
  expect(present).toEqual(['documents', 'recordings']);
});
