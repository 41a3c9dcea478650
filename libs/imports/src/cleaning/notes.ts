/** Notes about a value that was lost, replaced or is in doubt, as worded in the report. */
const PROBLEMS = {
  halfCharacterReplaced: 'half a character (a lone surrogate) replaced by U+FFFD',
  lettersLost: 'text with letters that a wrong encoding has lost',
  tooLong: 'text over the length limit dropped',
  zipUnreadable: 'invalid ZIP dropped',
  zipElsewhere: 'ZIP of another state dropped',
  zipContradicted: 'ZIP far from the city, or from the point, dropped',
  cityContradicted: 'city far from the ZIP, or from the point, replaced',
  cityUncertain: 'missing city left unknown, because the point may be in several or in none',
  phoneUnreadable: 'invalid phone number dropped',
  statusUnknown: 'status of unknown meaning ignored',
  emailUnreadable: 'invalid e-mail address dropped',
  websiteUnreadable: 'invalid web address dropped',
  countyUnknown: 'unknown county dropped',
  countyContradicted: 'county far from the point, or from the ZIP and the city, replaced',
  coordinatesUnreadable: 'invalid coordinates dropped',
  coordinatesElsewhere: 'coordinates outside Minnesota dropped',
  coordinatesContradicted: 'coordinates far from the ZIP, or from the city, dropped',
  geometryIsNoPoint: 'shape other than a point dropped',
  hoursUnreadable: 'unreadable opening hours dropped',
  hoursUnlikely: 'opening hours of more than 18 hours kept, perhaps with am and pm confused',
  specialHoursUnreadable: 'unreadable special hours dropped',
  attributeUnreadable: 'attribute with an unknown value dropped',
  identifierUnreadable: 'unreadable identifier dropped',
  dateUnreadable: 'unreadable date dropped',
  levelUnreadable: 'price level other than 1 to 4 dropped',
  idRepeated: 'row with the id of another business left out',
  perhapsSame: 'possible duplicate kept as a separate business',
} as const;

/** Notes on values that only changed their form or filled a gap. Nobody needs to look at them. */
const INFORMATIONAL = {
  markupRemoved: 'HTML turned into plain text',
  mojibakeRepaired: 'text in the wrong encoding repaired',
  capitalsLowered: 'name in capitals rewritten',
  tradeName: 'trade name taken from "doing business as"',
  zipPlus4: 'ZIP+4 shortened to its five digits',
  addressSplit: 'city, state or ZIP read from the cell of the street',
  cityAlone: 'assumed to be in Minnesota by its city alone',
  cityCorrected: 'city with one letter wrong corrected',
  cityDerived: 'missing city filled in from the ZIP or the point',
  extensionDropped: 'telephone extension dropped',
  firstOfSeveral: 'first of several phone numbers or web addresses kept',
  coordinatesMended: 'coordinates with a missing minus sign, or swapped, corrected',
  removedBefore: 'business was removed from the directory and stays removed',
} as const;

/** Cleaning notes on kept rows. */
export const NOTES = { ...PROBLEMS, ...INFORMATIONAL };

export type Note = keyof typeof NOTES;

/** A cleaned value, with a note about what was changed in its cell. */
export interface Noted<T> {
  value: T;
  note?: Note;
}

/** Reports whether a note is about a value that was lost, replaced or is in doubt. */
export function isProblem(note: Note): boolean {
  return note in PROBLEMS;
}
