import type { Finding } from './finding.ts';

const marks = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const;

/** Failures and then warnings, each with its fix, then what is in order, and a summary. */
export function renderReport(findings: readonly Finding[]): string {
  const order = ['fail', 'warn', 'ok'] as const;
  const lines = order.flatMap((state) =>
    findings
      .filter((finding) => finding.state === state)
      .flatMap((finding) => [
        `${marks[state]}  ${finding.check}: ${finding.text}`,
        ...(finding.state === 'ok' ? [] : [`      → ${finding.fix}`]),
      ]),
  );
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  return [
    ...lines,
    '',
    `${count('fail')} broken, ${count('warn')} at risk, ${count('ok')} in order.`,
    '',
  ].join('\n');
}

export function exitCodeOf(findings: readonly Finding[]): number {
  return findings.some(({ state }) => state === 'fail') ? 1 : 0;
}
