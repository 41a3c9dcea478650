import { parseArgs } from 'node:util';

const BENCHES = [
  'list',
  'growth',
  'search',
  'search-quality',
  'duplicates',
  'website',
  'formats',
  'export',
  'start',
];

export interface Options {
  only: string[];
  sizes?: number[];
  databases: string[];
  file?: string;
  embedded: boolean;
  rounds: number;
  seconds: number;
}

/** @throws Error that names the invalid option */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: BENCHES.join(',') },
      size: { type: 'string' },
      database: { type: 'string', multiple: true, default: [] },
      file: { type: 'string' },
      embedded: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
    },
  });
  const only = values.only.split(',');
  const unknown = only.find((name) => !BENCHES.includes(name));
  if (unknown) throw new Error(`--only takes ${BENCHES.join(', ')}, not ${unknown}.`);
  return {
    only,
    sizes: values.size?.split(',').map(wholeNumber),
    databases: values.database,
    file: values.file,
    embedded: values.embedded,
    rounds: wholeNumber(values.rounds),
    seconds: wholeNumber(values.seconds),
  };
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${text} must be a whole number.`);
  return Number(text);
}
