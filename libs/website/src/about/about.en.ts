import type { Prose } from '../prose/prose.js';

export type AboutPage = 'privacy' | 'accessibility' | 'credits';

interface AboutFacts {
  /** Contact details, as the end of a sentence. */
  contact: string;
  /** Credits of the imported data, each with its license. */
  sources: readonly (readonly [string, string])[];
}

export type AboutPages = Record<AboutPage, (facts: AboutFacts) => Prose>;

/** The pages about the website itself, in English. Other languages have the same content. */
export const aboutInEnglish: AboutPages = {
  privacy: ({ contact }) => ({
    title: 'Privacy',
    lead: 'You can use this website without an account, and it does not track you.',
    blocks: [
      { heading: 'What we don’t do', id: 'not-there' },
      {
        list: [
          'No cookies. Your browser only caches pages and files, and keeps the list of businesses that you save.',
          'No ads, no third-party analytics and nothing loaded from other hosts, unless the operator of this site chose a street map hosted elsewhere.',
          'No record of who looked at what: we don’t log page views.',
        ],
      },
      { heading: 'What we keep', id: 'there' },
      {
        list: [
          'We keep your IP address for up to an hour to count requests, and for up to a day after you send a form or fail to sign in. This prevents abuse.',
          'When you press “Near me”, your browser asks for permission and then sends your location with the search. We don’t store it.',
          'When you ask for a key, we keep your answers and your IP address without its last part. The people who decide see both. We count the requests of each key per hour and keep the counts for a year, but we don’t record what was requested.',
          'When you report a mistake or suggest a business, we keep what you wrote, and your email address if you gave one, so that we can tell you what we decided. We delete both 180 days after the decision.',
          'We log our own errors with a request number, but not what you asked for or who you are.',
        ],
      },
      { heading: 'Your rights', id: 'rights' },
      {
        paragraph: `To see, correct or erase your data, ${contact}. You can have a listed business corrected or removed the same way.`,
      },
    ],
  }),
  accessibility: ({ contact }) => ({
    title: 'Accessibility',
    lead: 'This website is for everyone. We aim to conform to WCAG 2.2, level AA.',
    blocks: [
      { heading: 'What works', id: 'done' },
      {
        list: [
          'Every page works without JavaScript, by keyboard, at a width of 320 pixels and zoomed to 200%.',
          'The website follows your device’s settings for light or dark colors and for reduced motion.',
          'Everything on the map is also in the list next to it. Pins and clusters are links.',
        ],
      },
      { heading: 'How we test', id: 'tested' },
      {
        list: [
          'On every change, axe-core checks every kind of page in Chromium, light and dark, 390 and 1,200 pixels wide, and must find nothing. We also validate the HTML and use the search, filters, map, calendar and forms by keyboard.',
          'People who use a screen reader every day have not tested the website yet.',
        ],
      },
      { heading: 'Known limitations', id: 'limits' },
      {
        list: [
          'Category names and business descriptions are in the language they were entered in.',
          'The Somali and Hmong texts are machine-assisted translations. No native speaker has reviewed them yet.',
          'Place names on the map are part of the picture. The list next to it has the same places as text.',
        ],
      },
      { heading: 'Tell us', id: 'contact' },
      { paragraph: `If something keeps you out, ${contact}.` },
    ],
  }),
  credits: ({ sources }) => ({
    title: 'Data and credits',
    lead: 'Where the data comes from, and its licenses.',
    blocks: [
      {
        columns: ['Data', 'Source', 'License'],
        rows: [
          ['Lakes', '© OpenStreetMap contributors', 'ODbL 1.0'],
          ['Rivers', 'GSHHG (Wessel and Smith)', 'LGPL'],
          ['Cities on the map', '© GeoNames', 'CC BY 4.0'],
          ['Counties and states', 'US Census Bureau', 'public domain'],
          ['Icons', 'Lucide', 'ISC'],
          ['Heading font', 'National Park', 'OFL 1.1'],
          ['Interactive map', 'MapLibre GL JS', 'BSD 3-Clause'],
        ],
      },
      ...(sources.length > 0
        ? [
            { paragraph: 'Businesses come from these sources, which ask for credit.' },
            { columns: ['Source', 'License'], rows: sources },
          ]
        : []),
      {
        paragraph:
          'The people who run this directory enter businesses, events and deals. Every business page shows when it was last updated.',
      },
    ],
  }),
};
