/** One step of a driver program, and whether it passed. */
export type Step = { readonly step: string; readonly passed: boolean; readonly reason?: string };

/** Reads one JSON object per line; other lines are the client's own output. */
export function stepsOfLines(output: string): Step[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{"step"') || line.startsWith('{"passed"'))
    .map((line) => JSON.parse(line) as Step);
}

/** Reads the results of `cargo test`, with the first line of each panic as the reason. */
export function stepsOfCargo(output: string): Step[] {
  const panics = new Map(
    [...output.matchAll(/^---- client::(\S+) stdout ----\n([\s\S]*?)(?=\n---- |\n\nfailures:)/gm)].map(
      ([, name, text]) => [name!, text!.replace(/\s+/g, ' ').trim().slice(0, 600)],
    ),
  );
  return [...output.matchAll(/^test client::(\S+) \.\.\. (ok|FAILED)$/gm)].map(([, step, result]) => ({
    step: step!,
    passed: result === 'ok',
    ...(result !== 'ok' && { reason: panics.get(step!) ?? 'no reason was written' }),
  }));
}
