import { type Figure, renderRows, withUnit } from '../report.ts';
import { larger, smaller } from './size.ts';

const tables = {
  services: ['start', 'memory after the start', 'memory in use'],
  requests: ['CPU', 'p50', 'answer', 'longest pause'],
} as const;

/** Formats the figures of the scenario `growth` as two Markdown tables: one of services, one of requests. */
export function renderGrowth(figures: readonly Figure[]): string {
  return Object.entries(tables)
    .map(([table, measures]) => {
      const those = figures.filter(({ growth }) => growth?.table === table);
      const rows = [...new Set(those.map(({ growth }) => growth!.what))].map((what) => [
        what,
        ...measures.flatMap((measure) => {
          const figure = those.find(({ growth }) => growth!.what === what && growth!.measure === measure);
          return figure ? cells(figure) : ['', ''];
        }),
        ...(table === 'requests' ? aimOf(those, what) : []),
      ]);
      const head = [
        `${smaller.people.toLocaleString('en')} → ${larger.people.toLocaleString('en')} people`,
        ...measures.flatMap((measure) => [measure, 'times']),
        ...(table === 'requests' ? ['aim', 'met'] : []),
      ];
      return renderRows([head, ...rows]);
    })
    .join('\n\n');
}

function cells({ value, unit, growth }: Figure): string[] {
  const { smaller: less } = growth!;
  return [`${withUnit(less, '')} → ${withUnit(value, unit)}`, `${(value / less).toFixed(2)} ×`];
}

/** Returns the target of a request, which applies to its CPU time, and whether it was met. */
function aimOf(figures: readonly Figure[], what: string): string[] {
  const figure = figures.find(({ growth, aim }) => growth!.what === what && aim);
  return [figure?.aim ?? '', figure?.met === undefined ? '' : figure.met ? 'yes' : 'no'];
}
