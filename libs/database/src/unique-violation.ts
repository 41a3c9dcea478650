import { Prisma } from './generated/client.js';

/** Whether a row could not be written because another has its unique value. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}
