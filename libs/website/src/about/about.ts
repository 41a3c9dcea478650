import type { Prose } from '../prose/prose.js';

export type AboutPage = 'privacy' | 'accessibility' | 'credits';

export interface AboutFacts {
  /** Contact details, as the end of a sentence. */
  contact: string;
  /** Credits of the imported data, each with its license. */
  sources: readonly (readonly [string, string])[];
}

export type AboutPages = Record<AboutPage, (facts: AboutFacts) => Prose>;
