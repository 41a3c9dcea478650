import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { contentLine, escapeText } from '#libs/text/src/content-line.js';
import { isHttpAddress } from './contact-details.js';

export const VCARD = 'text/vcard';

/**
 * Returns a business as a vCard 3.0 (RFC 2426). Every phone supports this version, while some
 * ignore what 4.0 changes.
 *
 * @param page address of the business's page
 */
export function vCard(business: BusinessDto, page: string): string {
  const { id, name, description, phone, email, website, categories, updatedAt } = business;
  const { street, unit, city, state, postalCode } = business.address;
  // Missing components stay empty (RFC 2426, section 3.2.1).
  const parts = ['', unit, street, city, state, postalCode, 'United States'];
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'PRODID:-//Minnesota Business Directory//EN',
    contentLine('UID', `urn:uuid:${id}`),
    contentLine('REV', updatedAt),
    contentLine('FN', escapeText(name)),
    // RFC 2426 requires a person's name. The organization holds the name of the business.
    'N:;;;;',
    contentLine('ORG', escapeText(name)),
    'X-ABSHOWAS:COMPANY',
    ...(phone ? [contentLine('TEL;TYPE=WORK,VOICE', escapeText(phone))] : []),
    ...(email ? [contentLine('EMAIL;TYPE=INTERNET,WORK', escapeText(email))] : []),
    contentLine('ADR;TYPE=WORK', parts.map((part) => escapeText(part ?? '')).join(';')),
    ...geo(business),
    // A web address has no escapes for the control characters that could end the line.
    ...(website && isHttpAddress(website)
      ? [contentLine('URL', website.replace(/\p{Cc}/gu, ''))]
      : []),
    contentLine('URL', page),
    ...(categories.length > 0
      ? [contentLine('CATEGORIES', categories.map((each) => escapeText(each.name)).join(','))]
      : []),
    ...(description ? [contentLine('NOTE', escapeText(description))] : []),
    'END:VCARD',
  ];
  return lines.join('\r\n') + '\r\n';
}

function geo({ location }: BusinessDto): string[] {
  if (location?.precision !== 'exact') return [];
  return [contentLine('GEO', `${location.latitude};${location.longitude}`)];
}
