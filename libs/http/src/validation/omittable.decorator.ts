import { ValidateIf } from 'class-validator';

/** Allows a field to be omitted but not null, for fields that every record has. */
export const Omittable = () => ValidateIf((_, value) => value !== undefined);
