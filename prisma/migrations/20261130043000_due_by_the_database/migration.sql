-- Prisma fills a default of CURRENT_TIMESTAMP with the clock of the server, and this one with that
-- of the database, by which deliveries are due.
ALTER TABLE "deliveries" ALTER COLUMN "next_attempt_at" SET DEFAULT transaction_timestamp();
