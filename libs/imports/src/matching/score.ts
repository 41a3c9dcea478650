import type { CleanBusiness } from '../cleaning/clean-record.js';
import { shareIdentifier } from '../writing/compare.js';
import { contradicts } from '../writing/place.js';
import { resemble, similarityOfNames } from '../writing/similar-names.js';
import {
  haveOnePhone,
  haveTwoZips,
  isOneStreet,
  metersBetween,
  OTHER_PLACE,
  shareArea,
  shareExactPoint,
  type Similarity,
} from '../writing/similarity.js';
import { valuesOf } from '../writing/values.js';

/** Weight of each reason. Together with `RANGES` they determine the score. */
const WEIGHTS = {
  identifier: 0.5,
  name: 0.4,
  similarName: 0.25,
  phone: 0.35,
  website: 0.15,
  street: 0.25,
  location: 0.2,
  postalCode: 0.1,
  city: 0.1,
} as const;

/** Value of the row that agrees with the business. */
export type Reason = keyof typeof WEIGHTS;

export const REASONS = Object.keys(WEIGHTS) as Reason[];

/** Range of scores for each verdict of an import. */
const RANGES: Record<Similarity, [min: number, max: number]> = {
  same: [0.9, 1],
  perhaps: [0.5, 0.89],
  different: [0, 0.8],
};

/** Candidates with lower scores share too little to be worth showing. */
const MIN_SCORE = 0.3;

/** One of these must agree: neighbors share everything else. */
const DECISIVE: readonly Reason[] = ['identifier', 'name', 'similarName', 'phone'];

type Compared = Omit<CleanBusiness, 'status'>;

export interface Score {
  /** 0 to 1, with two decimals. */
  score: number;
  /** Values that agree, most telling first. Empty if the business is not a candidate. */
  reasons: Reason[];
}

/** @param verdict verdict of an import on the row and the business */
export function scoreOf(row: Compared, business: Compared, verdict: Similarity): Score {
  const agree = agreements(row, business);
  const reasons = REASONS.filter((reason) => agree[reason]);
  const sum = reasons.reduce((total, reason) => total + WEIGHTS[reason], 0);
  const points = verdict === 'different' && areElsewhere(row, business) ? sum / 2 : sum;
  const [min, max] = RANGES[verdict];
  const score = Math.round(100 * Math.min(max, Math.max(min, points))) / 100;
  const isCandidate = score >= MIN_SCORE && reasons.some((reason) => DECISIVE.includes(reason));
  return isCandidate ? { score, reasons } : { score: 0, reasons: [] };
}

function agreements(row: Compared, business: Compared): Record<Reason, boolean> {
  const names = similarityOfNames(row, business);
  return {
    identifier: shareIdentifier(row, business),
    name: names === 'same',
    similarName: names === 'perhaps' || (names === 'different' && resemble(row, business)),
    phone: haveOnePhone(row, business),
    website:
      row.website !== null &&
      business.website !== null &&
      comparableAddress(row.website) === comparableAddress(business.website),
    street: isOneStreet(row, business),
    location: shareExactPoint(row, business),
    postalCode: row.postalCode !== null && row.postalCode === business.postalCode,
    city: row.city !== null && shareArea({ ...row, postalCode: null }, business),
  };
}

/** Reports whether a row and a business are certainly at different places. */
function areElsewhere(row: Compared, business: Compared): boolean {
  const meters = metersBetween(row, business);
  if (meters !== undefined && meters > OTHER_PLACE) return true;
  return haveTwoZips(row, business) || contradicts(valuesOf(row), valuesOf(business));
}

/** Query parameters that record where a visitor came from. Others may select a branch's page. */
const TRACKING = /(?<=[?&])(?:utm(?:_\w+)?|gclid|fbclid|msclkid)=[^&]*(?:&|$)/g;

/** Returns a web address without the parts that people leave out. */
function comparableAddress(website: string): string {
  return website
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/#.*/, '')
    .replace(TRACKING, '')
    .replace(/[?&]$/, '')
    .replace(/\/(?=\?|$)/, '');
}
