import type { Prose } from '../prose/prose.js';

export type AboutPage = 'privacy' | 'accessibility' | 'credits';

export interface AboutFacts {
  /** How to reach the people behind the website, as the end of a sentence. */
  contact: string;
  /** What imported businesses are credited with, and the licence of each. */
  sources: readonly (readonly [string, string])[];
}

export type AboutPages = Record<AboutPage, (facts: AboutFacts) => Prose>;
