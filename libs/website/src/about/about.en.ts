import type { AboutPages } from './about.js';

/** What visitors may want to know of the website itself, in English. Other languages say the same. */
export const aboutInEnglish: AboutPages = {
  privacy: ({ contact }) => ({
    title: 'Privacy',
    lead: 'You can use this website without an account, and it does not follow you.',
    blocks: [
      { heading: 'What is not there', id: 'not-there' },
      {
        list: [
          'No cookies, and nothing else is stored in your browser but copies of pages and files.',
          'No advertisements, no counters of others, nothing from other hosts, unless whoever runs this site chose a street map from one.',
          'No list of who looked at what: requests are not logged.',
        ],
      },
      { heading: 'What is there', id: 'there' },
      {
        list: [
          'The address of your connection is kept for up to an hour to count requests, and for up to a day where a form was sent or a sign-in failed, so that nobody can take too much.',
          'When you press “Near me”, your browser asks you, and then sends your position with the search. It is not stored.',
          'When you ask for a key, what you wrote into the form is kept with it, and the network that you sent it from without the end of your address; people decide by both. Of a key it is counted, by the hour and for a year, how often it was used, not what for.',
          'When you report a mistake or suggest a business, what you wrote is kept, with your e-mail address if you gave one: only to tell you what became of it. It is deleted 180 days after the decision.',
          'Faults of ours are logged with a number of the request, without what you asked for or who you are.',
        ],
      },
      { heading: 'What you can ask for', id: 'rights' },
      {
        paragraph: `To see, correct or erase what is kept of you, ${contact}. A business that is listed can be corrected or removed in the same way.`,
      },
    ],
  }),
  accessibility: ({ contact }) => ({
    title: 'Accessibility',
    lead: 'This website is meant for everybody, and to conform to WCAG 2.2, level AA.',
    blocks: [
      { heading: 'What was done', id: 'done' },
      {
        list: [
          'All of it works without JavaScript, by keyboard, at a width of 320 pixels and enlarged twice.',
          'It follows the settings of your device for light and dark, and for less motion.',
          'Everything on the map is also in a list beside it; its pins and clusters are links.',
        ],
      },
      { heading: 'What was tested', id: 'tested' },
      {
        list: [
          'With each change, every kind of page is checked by axe-core in Chromium, light and dark, 390 and 1,200 pixels wide, with no findings; its HTML is validated; and search, filters, the map, the calendar and forms are used by keyboard.',
          'It was not yet tested by people who use a screen reader every day.',
        ],
      },
      { heading: 'What is not good yet', id: 'limits' },
      {
        list: [
          'Names of categories, and what businesses say of themselves, are in the language in which they were entered.',
          'Names of places on the map are part of the picture. The list beside it has the same places as text.',
        ],
      },
      { heading: 'Tell us', id: 'contact' },
      { paragraph: `If something keeps you out, ${contact}.` },
    ],
  }),
  credits: ({ sources }) => ({
    title: 'Data and credits',
    lead: 'Where what you see comes from, and under which licence.',
    blocks: [
      {
        columns: ['What', 'From', 'Licence'],
        rows: [
          ['Lakes', '© OpenStreetMap contributors', 'ODbL 1.0'],
          ['Rivers', 'GSHHG (Wessel and Smith)', 'LGPL'],
          ['Cities on the map', '© GeoNames', 'CC BY 4.0'],
          ['Counties and states', 'US Census Bureau', 'public domain'],
          ['Icons', 'Lucide', 'ISC'],
          ['The map that moves', 'MapLibre GL JS', 'BSD 3-Clause'],
        ],
      },
      ...(sources.length > 0
        ? [
            { paragraph: 'Businesses come from these sources, whose licences ask to be named.' },
            { columns: ['Source', 'Licence'], rows: sources },
          ]
        : []),
      {
        paragraph:
          'Businesses, events and deals are entered by the people who run this directory. Every page says when it was last changed.',
      },
    ],
  }),
};
