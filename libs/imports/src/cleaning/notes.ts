/** What cleaning may do to a row that is kept, each as the report says it. */
export const NOTES = {
  halfCharacterReplaced: 'half a character (a lone surrogate) replaced by U+FFFD',
  mojibakeRepaired: 'text in the wrong encoding repaired',
  capitalsLowered: 'name in capitals rewritten',
  tooLong: 'text longer than the directory takes dropped',
  zipPlus4: 'ZIP+4 shortened to its five digits',
  zipUnreadable: 'invalid ZIP dropped',
  zipElsewhere: 'ZIP of another state dropped',
  phoneUnreadable: 'invalid phone number dropped',
  emailUnreadable: 'invalid e-mail address dropped',
  websiteUnreadable: 'invalid web address dropped',
  countyUnknown: 'unknown county dropped',
  coordinatesUnreadable: 'invalid coordinates dropped',
  coordinatesElsewhere: 'coordinates outside Minnesota dropped',
  coordinatesContradictZip: 'coordinates far from the ZIP dropped',
  geometryIsNoPoint: 'shape other than a point dropped',
  coordinatesMended: 'coordinates with a missing minus sign, or swapped, corrected',
  hoursUnreadable: 'unreadable opening hours dropped',
  dateUnreadable: 'unreadable date dropped',
  perhapsSame: 'possible duplicate kept as a separate business',
  removedBefore: 'business was removed from the directory and stays removed',
} as const;

export type Note = keyof typeof NOTES;
