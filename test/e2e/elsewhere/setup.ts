import type { TestProject } from 'vitest/node';
import { buildAllInOne } from '../images.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    allInOne: string;
  }
}

/** Builds the all-in-one image of the current sources, unless PARLEY_IMAGE names one. */
export default async function setUp(project: TestProject): Promise<void> {
  project.provide('allInOne', process.env.PARLEY_IMAGE ?? (await buildAllInOne()));
}
