import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { contentLine, escapeText } from '#libs/text/src/content-line.js';
import { isWebAddress } from './contact-details.js';

export const VCARD = 'text/vcard';

/**
 * A business as a contact for address books: vCard 3.0 (RFC 2426), which every telephone takes,
 * while some leave out what 4.0 says otherwise.
 *
 * @param page the address of its page
 */
export function vCard(business: BusinessDto, page: string): string {
  const { id, name, description, phone, email, website, categories, updatedAt } = business;
  const { street, unit, city, state, postalCode } = business.address;
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'PRODID:-//Minnesota Business Directory//EN',
    contentLine('UID', `urn:uuid:${id}`),
    contentLine('REV', updatedAt),
    contentLine('FN', escapeText(name)),
    // A name of a person is demanded; that of a business is its organisation's.
    'N:;;;;',
    contentLine('ORG', escapeText(name)),
    'X-ABSHOWAS:COMPANY',
    ...(phone ? [contentLine('TEL;TYPE=WORK,VOICE', escapeText(phone))] : []),
    ...(email ? [contentLine('EMAIL;TYPE=INTERNET,WORK', escapeText(email))] : []),
    contentLine(
      'ADR;TYPE=WORK',
      structured('', unit, street, city, state, postalCode, 'United States'),
    ),
    ...geo(business),
    ...(website && isWebAddress(website) ? [contentLine('URL', oneLine(website))] : []),
    contentLine('URL', page),
    ...(categories.length > 0
      ? [contentLine('CATEGORIES', categories.map((each) => escapeText(each.name)).join(','))]
      : []),
    ...(description ? [contentLine('NOTE', escapeText(description))] : []),
    'END:VCARD',
  ];
  return lines.join('\r\n') + '\r\n';
}

/** Components of one value (RFC 2426, section 3.2.1); those that are not known are empty. */
function structured(...components: (string | null)[]): string {
  return components.map((component) => escapeText(component ?? '')).join(';');
}

/** Only where the point is the place itself. */
function geo({ location }: BusinessDto): string[] {
  if (location?.precision !== 'exact') return [];
  return [contentLine('GEO', `${location.latitude};${location.longitude}`)];
}

/** An address on the web has no escapes; what could end the line is left out. */
function oneLine(address: string): string {
  return address.replace(/\p{Cc}/gu, '');
}
