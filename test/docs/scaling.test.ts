import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  assumptionsIn,
  demandOf,
  figuresIn,
  readGuide,
  readPerformance,
  sizes,
  table,
  withTable,
} from './scaling.ts';

const [guide, performance] = [readGuide(), readPerformance()];

describe('the scaling guide', () => {
  it('has the table that its formula gives for the published figures (node test/docs/scaling.ts)', () => {
    expect(withTable(guide, performance)).toBe(guide);
    expect(table(guide, performance)).not.toContain('NaN');
  });

  it('assumes the measured cost of a registration, and the measured number of polls per gateway', () => {
    const assumed = assumptionsIn(guide);
    const registration =
      /PostgreSQL \((\d+) ms of CPU\), user-admin's list of 10,000 people \((\d+) ms\) and the gateway \((\d+) ms\)/;
    const measured = registration.exec(performance.replaceAll(/\s+/g, ' '))?.slice(1).map(Number);
    expect(['r_p', 'r_u', 'r_g'].map(assumed)).toEqual(measured);
    const config = readFileSync(join(import.meta.dirname, '../../services/gateway/src/config.ts'), 'utf8');
    const polls = /PARLEY_GATEWAY_MAX_POLLS: envInt\(([\d_]+)/.exec(config)?.[1];
    expect(assumed('q')).toBe(Number(polls?.replaceAll('_', '')));
  });

  it('assumes the rate at which people are notified of a message', () => {
    const pace = readFileSync(join(import.meta.dirname, '../../services/notify/src/domain/pace.ts'), 'utf8');
    const rate = /const duePerSecond = ([\d_]+);/.exec(pace)?.[1];
    expect(assumptionsIn(guide)('t')).toBe(Number(rate?.replaceAll('_', '')));
  });

  it('grows with the number of people, and says when one process is no longer enough', () => {
    const demands = sizes.map((people) => demandOf(people, assumptionsIn(guide), figuresIn(performance)));
    for (const [smaller, larger] of [demands.slice(0, 2), demands.slice(1)]) {
      for (const [process, count] of Object.entries(smaller!.replicas))
        expect(larger!.replicas[process as 'gateway']).toBeGreaterThanOrEqual(count);
      expect(larger!.postgresqlPerYear).toBeGreaterThan(smaller!.postgresqlPerYear);
    }
    // The relay cannot be replicated, so it must be far from its limit.
    expect(demands.at(-1)!.relayShare).toBeLessThan(0.5);
  });

  it('fails for an unpublished figure', () => {
    expect(() => figuresIn(performance)('CPU of nobody per send')).toThrow('no figure');
  });
});
