/** The import cannot be done at all; the message is a sentence for the person who asked for it. */
export class ImportRefusedError extends Error {}
