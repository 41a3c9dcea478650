/** What cleaning may do to a row that is kept, each as the report says it. */
export const NOTES = {
  halfCharacterReplaced: 'half a character (a lone surrogate) was replaced by U+FFFD',
  mojibakeRepaired: 'a text in the wrong encoding was repaired',
  capitalsLowered: 'a name in capitals was written readably',
  tooLong: 'a text longer than the directory takes was left out',
  zipPlus4: 'ZIP+4 shortened to its five digits',
  zipUnreadable: 'ZIP that is none was left out',
  zipElsewhere: 'ZIP of another state was left out',
  phoneUnreadable: 'phone number that is none was left out',
  emailUnreadable: 'e-mail address that is none was left out',
  websiteUnreadable: 'web address that is none was left out',
  countyUnknown: 'county that Minnesota does not have was left out',
  coordinatesUnreadable: 'coordinates that are none were left out',
  coordinatesElsewhere: 'coordinates outside Minnesota were left out',
  coordinatesContradictZip: 'coordinates far from the ZIP were left out',
  geometryIsNoPoint: 'a shape that is no point was left out',
  coordinatesMended: 'coordinates with a lost minus sign or swapped were mended',
  hoursUnreadable: 'opening hours that could not be read were left out',
  dateUnreadable: 'date that could not be read was left out',
  perhapsSame: 'a business much like another was kept as one of its own',
  removedBefore: 'the business was removed from the directory and stays removed',
} as const;

export type Note = keyof typeof NOTES;
