import { Field, IntegerParameter } from '#libs/http/src/validation/field.js';

const COMPLETE = ['close', 'remove'] as const;
/** Action for businesses missing from a complete file of the source. */
export type Complete = (typeof COMPLETE)[number];

/** Source of a file, as stated by the admin who imports it. */
export class SourceInput {
  @Field.text({
    min: 1,
    max: 100,
    optional: true,
    example: 'openbrewerydb',
    description: 'Name of the source, created if new. See *Sources*.',
  })
  source?: string;

  @Field.text({
    min: 1,
    max: 200,
    optional: true,
    example: 'MIT',
    description: "License of the source's data.",
  })
  licence?: string;

  @Field.text({
    min: 1,
    max: 300,
    optional: true,
    example: '© Open Brewery DB',
    description: 'Attribution that the license requires wherever the data is shown.',
  })
  attribution?: string;

  @IntegerParameter({
    min: 1,
    max: 1000,
    example: 20,
    description: 'Precedence when sources disagree: the higher rank wins. 10 for a new source.',
  })
  rank?: number;

  @Field.text({
    min: 1,
    max: 100,
    optional: true,
    example: 'id',
    description:
      'Column that identifies a row of the source. A file is refused if more than 10 rows, and more ' +
      'than 1 % of all, repeat the value of an earlier row.',
  })
  idColumn?: string;

  @Field.choice(COMPLETE, {
    optional: true,
    example: 'close',
    description:
      'States that the file lists the whole source. Businesses missing from it are closed or removed.',
  })
  complete?: Complete;

  @IntegerParameter({
    min: 0,
    max: 100,
    example: 10,
    description:
      'With `complete`: maximum percentage of rows that may be missing, 10 by default. If more are missing, nothing is closed or removed.',
  })
  maxMissing?: number;
}
