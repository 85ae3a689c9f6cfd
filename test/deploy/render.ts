// `node test/deploy/render.ts` renders the manifests of the chart's examples with helm 3 and stores them.
// test/deploy/chart.test.ts compares the chart with them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { examples, findHelm, fixturesDir, fixtureText, readFixture, render } from './chart.ts';

const helm = findHelm();
if (!helm) {
  process.stderr.write('There is no helm here; install helm 3, or set PARLEY_HELM to the program.\n');
  process.exit(1);
}
mkdirSync(fixturesDir, { recursive: true });
for (const example of examples) {
  writeFileSync(readFixture(example).file, fixtureText(render(helm, example)));
}
