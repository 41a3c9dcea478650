-- What whoever sends a file says of its columns, and which of its sheets is meant.
ALTER TABLE "imports" ADD COLUMN "mapping" JSONB, ADD COLUMN "sheet" TEXT;
