import { ValidateIf } from 'class-validator';

/** May be left out, but not be null: there is no state in which a record lacks it. */
export const Omittable = () => ValidateIf((_, value) => value !== undefined);
