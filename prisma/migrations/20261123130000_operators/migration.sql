-- Who acted on the command line, by name.
ALTER TABLE "audit_entries" ADD COLUMN "operator" TEXT;
